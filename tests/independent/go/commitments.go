package main

import (
	"math"
	"strconv"
)

// There are no commitments. Unknown figures are null, not zero.

func noCommitments(p params) any {
	p.oneOf("kind", "", "reserved_instance", "savings_plan", "committed_use_discount", "spend_commitment")
	return page(p, nil, 25)
}

func overview(p params) any {
	kind := p.oneOf("commitment_type", "all", "all", "ri", "sp")
	figures := M{
		"global_esr": 0, "benchmark_esr": 0, "total_committed_monthly": 0, "total_cloud_spend_monthly": 0,
		"coverage_pct": 0, "coverage_delta_pp": 0, "estimated_waste_monthly": 0, "waste_commitment_count": 0,
		"potential_additional_savings_monthly": 0, "commitment_count": 0, "expiring_count": 0, "accounts": []M{},
	}
	if p.text("provider", "provider_a") != "provider_a" {
		return figures
	}
	month := monthStart(last, 1)
	byAccount, names := group(linesOf("provider_a"), owner)
	rows := []M{}
	for _, name := range names {
		rows = append(rows, M{
			"account_id": name, "account_name": accountName(name),
			"monthly_spend": sum(byAccount[name], month, monthEnd(month), false),
			"esr_pct":       nil, "monthly_saved": nil, "could_save_additional": savingsFor(kind, name),
		})
	}
	// The savings rate is not measured.
	return with(figures, M{
		"global_esr": nil, "benchmark_esr": nil, "coverage_delta_pp": nil, "accounts": rows,
		"total_cloud_spend_monthly":            sum(linesOf("provider_a"), month, monthEnd(month), false),
		"potential_additional_savings_monthly": savingsFor(kind, ""),
	})
}

func inventory(p params) any {
	instrument := p.oneOf("instrument", "", "ri", "sp")
	if instrument == "" {
		unprocessable("instrument", "ri | sp (required)")
	}
	p.oneOf("state", "", "active", "queued", "queued-deleted", "payment-pending", "payment-failed", "retired")
	return M{"provider": p.text("provider", "provider_a"), "instrument": instrument, "rows": []M{}}
}

func utilization(p params) any {
	start, end := p.window(last.AddDate(0, 0, -29), last)
	return M{
		"provider": p.text("provider", "provider_a"), "instrument": p.oneOf("type", "ri", "ri", "sp"),
		"granularity": p.oneOf("granularity", "daily", "daily", "monthly"),
		"start":       isoDay(start), "end": isoDay(end), "services": []M{},
	}
}

// monthly returns the cost of the last thirty days, scaled to a month of 730 hours.
func monthly(lines []line) float64 {
	return sum(lines, last.AddDate(0, 0, -29), last, true) * 730 / 720
}

func coverageRates(p params) any {
	provider := p.text("provider", "provider_a")
	if provider != "provider_a" {
		return M{
			"provider": provider, "measured": false, "measured_from": nil, "measured_to": nil,
			"totals":   M{"covered_monthly": nil, "on_demand_monthly": nil, "coverage_pct": nil},
			"services": []M{}, "accounts": []M{},
		}
	}
	lines := eligibleOf(provider)
	bare := func(lines []line) M {
		return M{"covered_monthly": 0, "on_demand_monthly": monthly(lines), "coverage_pct": 0}
	}
	services, accounts := []M{}, []M{}
	groups, names := group(lines, service)
	for _, name := range names {
		services = append(services, with(bare(groups[name]), M{
			"service": name, "service_label": labels[name], "instruments": []M{}, "measured_on": isoDay(last),
		}))
	}
	groups, names = group(lines, owner)
	for _, name := range names {
		accounts = append(accounts, with(bare(groups[name]), M{"account_id": name, "account_name": accountName(name)}))
	}
	return M{
		"provider": provider, "measured": true, "totals": bare(lines), "services": services, "accounts": accounts,
		"measured_from": isoDay(last.AddDate(0, 0, -29)), "measured_to": isoDay(last),
	}
}

func savingsRate(p params) any {
	unknown := func() M {
		return M{
			"measured": false, "on_demand_equivalent": nil, "effective_cost": nil, "commitment_saved": nil,
			"negotiated_saved": nil, "total_saved": nil, "commitment_rate_pct": nil, "negotiated_rate_pct": nil,
			"total_rate_pct": nil,
		}
	}
	rows := []M{}
	for _, a := range accounts {
		rows = append(rows, with(unknown(), M{"account_id": a.id, "account_name": a.name}))
	}
	return M{
		"period": p.month("period", monthStart(last, 1).Format("2006-01")),
		"scope":  p.oneOf("scope", "eligible", "eligible", "all"), "measured_share_pct": 0,
		"totals": unknown(), "accounts": rows,
	}
}

func portfolio(p params) any {
	return M{
		"basis": p.oneOf("basis", "net", "net", "list"), "rows": []M{},
		"totals": M{
			"commitment_count": 0, "hourly_commitment_usd": 0, "fee_monthly_list": 0, "fee_monthly_net": 0,
			"protects_monthly": 0, "rightsizing_monthly": 0, "expiring_within_30d": 0, "organization_count": 0,
		},
	}
}

func byService(p params) any {
	provider := p.text("provider", "provider_a")
	return M{"provider": provider, "measured": provider == "provider_a", "services": []M{}}
}

type part struct {
	service, platform string
	lines             []line
	floor, average    float64
}

// uncoveredParts groups the spend that a commitment could cover by service and platform.
func uncoveredParts() []part {
	parts := []part{}
	lines := eligibleOf("provider_a")
	groups, names := group(lines, func(l line) string { return l.service + " " + l.platform })
	for _, name := range names {
		own := groups[name]
		one := part{service: own[0].service, platform: own[0].platform, lines: own}
		for _, l := range own {
			// The minimum is in the quiet hours.
			one.floor += l.base
		}
		one.average = monthly(own) / 730
		parts = append(parts, one)
	}
	return parts
}

func uncovered(params) any {
	rows := []M{}
	for _, one := range uncoveredParts() {
		variability := "variable"
		if one.floor >= one.average*0.8 {
			variability = "steady"
		}
		rows = append(rows, M{
			"provider": "provider_a", "organization_id": "7", "service": one.service,
			"service_label": labels[one.service], "platform": one.platform, "variability": variability,
			"on_demand_hourly_avg": one.average, "on_demand_hourly_min": math.Min(one.floor, one.average),
			"on_demand_monthly": one.average * 730, "volatility_ratio": math.Max(0, (one.average-one.floor)/one.average),
			"recommended_kind": "savings_plan", "suggested_commitment_hourly": planFor(one),
		})
	}
	return rows
}

// planFor returns the commitment that covers the floor at a discount of 28 %, with at most five decimals.
func planFor(one part) float64 { return math.Floor(one.floor*0.72*1e5) / 1e5 }

func purchases(p params) any {
	kind := p.oneOf("commitment_type", "all", "all", "ri", "sp")
	rows := []M{}
	if kind == "ri" {
		return rows
	}
	for i, one := range uncoveredParts() {
		fee := planFor(one)
		rows = append(rows, M{
			"id": "purchase-" + strconv.Itoa(i+1), "kind": "buy_savings_plan", "instrument": "sp",
			"title": "Plan for " + labels[one.service], "detail": "It ran in every hour of the last thirty days.",
			"provider": "provider_a", "service": one.service, "service_label": labels[one.service],
			"account_id": one.lines[0].account, "region": "global", "resource": nil, "quantity": nil,
			"hourly_commitment_usd": fee, "term_months": 36, "payment_option": "no_upfront", "upfront_usd": 0,
			"on_demand_monthly": fee / 0.72 * 730, "commitment_monthly": fee * 730,
			"monthly_savings": fee/0.72*730 - fee*730, "confidence": "medium",
		})
	}
	return rows
}

// savingsFor returns the potential savings of the purchases of an account, or of all accounts if it is empty.
func savingsFor(kind, account string) float64 {
	total := 0.0
	for _, one := range uncoveredParts() {
		if kind != "ri" && (account == "" || one.lines[0].account == account) {
			total += planFor(one)/0.72*730 - planFor(one)*730
		}
	}
	return total
}

func contracts(params) any { return []M{} }

// There are no commitments, so every ID is unknown.
func unknownCommitment(params, ...string) any {
	fail(404, "commitment not found")
	return nil
}

func oldCoverage(p params) any { return page(p, nil, 25) }
