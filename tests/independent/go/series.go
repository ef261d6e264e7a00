package main

import (
	"cmp"
	"math"
	"sort"
)

// precedes orders numbers and strings. Null is last in both orders.
func precedes(a, b any, order string) bool {
	if a == nil || b == nil {
		return a != nil && b == nil
	}
	compared := 0
	switch a := a.(type) {
	case float64:
		compared = cmp.Compare(a, b.(float64))
	case string:
		compared = cmp.Compare(a, b.(string))
	}
	if order == "desc" {
		return compared > 0
	}
	return compared < 0
}

func timeline(p params, ids ...string) any {
	head := known(ids[0])
	_, start, end := p.span()
	granularity := p.oneOf("granularity", "daily", "daily", "monthly")
	split := p.oneOf("dimension", "", "service", "account_id", "region")
	chosen, before := basis(p)
	lines := linesOf(ids[0])
	points, total := []M{}, 0.0
	names, within := steps(start, end, granularity)
	for _, name := range names {
		span := within[name]
		if len(days(span[0], span[len(span)-1])) == 0 {
			continue
		}
		amount := sum(lines, span[0], span[len(span)-1], before)
		point := M{"date": name, "amount": amount, "parts": nil}
		if split != "" {
			parts := []M{}
			by := map[string]func(line) string{"service": service, "account_id": owner, "region": region}[split]
			groups, values := group(lines, by)
			for _, value := range values {
				parts = append(parts, M{"value": value, "amount": sum(groups[value], span[0], span[len(span)-1], before)})
			}
			sort.SliceStable(parts, func(a, b int) bool { return precedes(parts[a]["amount"], parts[b]["amount"], "desc") })
			point["parts"] = parts
		}
		points = append(points, point)
		total += amount
	}
	var by any
	if split != "" {
		by = split
	}
	return with(head, M{
		"granularity": granularity, "start_date": isoDay(start), "end_date": isoDay(end), "dimension": by,
		"credits": chosen, "data_points": points, "total": total,
	})
}

func invoices(p params, ids ...string) any {
	known(ids[0])
	count := p.integer("months", 12, 1, 36)
	chosen, before := basis(p)
	items := []M{}
	for back := 1; back <= count && ids[0] == "provider_b"; back++ {
		month := monthStart(last, back)
		if month.Before(first) {
			break
		}
		regular := sum(linesOf(ids[0]), month, monthEnd(month), before)
		tax := sum(linesOf(ids[0]), month, monthEnd(month), false) * 0.19
		adjustment := 0.0
		if back == 2 {
			adjustment = -12.5
		}
		rounded := math.Round((regular+tax+adjustment)*100) / 100
		resold := where(linesOf(ids[0]), func(l line) bool { return l.marketplace })
		rounding := rounded - (regular + tax + adjustment)
		items = append(items, M{
			"invoice_month": month.Format("200601"), "total": regular + tax + adjustment + rounding,
			"by_cost_type":      M{"regular": regular, "tax": tax, "adjustment": adjustment, "rounding_error": rounding},
			"marketplace_total": sum(resold, month, monthEnd(month), before),
		})
	}
	return M{"items": items, "includes_billing_account_charges": true, "credits": chosen}
}

func budgets(params) any {
	lines := linesOf("provider_b")
	groups, _ := group(lines, owner)
	start, past := monthStart(last, 0), monthStart(last, 1)
	row := func(id, name string, amount float64, kind string, lines []line, thresholds ...float64) M {
		spent := sum(lines, start, last, false)
		whole := float64(monthEnd(start).Day())
		if thresholds == nil {
			thresholds = []float64{}
		}
		return M{
			"budget_id": id, "display_name": name, "amount_usd": amount, "amount_kind": kind, "calendar_period": "MONTH",
			"spent": spent, "forecast": spent / float64(last.Day()) * whole, "burn_pct": share(spent, amount),
			"thresholds": thresholds, "approximate": kind == "last_period",
		}
	}
	films := groups["projects/films"]
	return M{"items": []M{
		row("budgets/1", "Everything", 1000, "specified", lines, 50, 90, 100),
		row("budgets/2", "Films", sum(films, past, monthEnd(past), false), "last_period", films),
		row("budgets/3", "Nothing allowed", 0, "specified", films, 100),
	}}
}

func forecast(p params) any {
	provider := p.text("provider", "all")
	months := map[string]int{"month": 1, "quarter": 3, "year": 12}[p.oneOf("horizon", "month", "month", "quarter", "year")]
	chosen, before := basis(p)
	lines := linesOf(provider)
	if len(lines) == 0 {
		return M{
			"forecast_value": nil, "forecast_low": nil, "forecast_high": nil, "confidence_pct": nil,
			"sparkline": []float64{}, "future_start_index": 0, "delta_pct_vs_last_month": nil, "booked_to_date": nil,
			"daily_rate": nil, "days_remaining": nil, "days_since_last_actual": nil, "daily_rate_sample_days": nil,
			"daily_rate_thin_days": nil, "daily_rate_window_days": nil, "actuals_through": nil, "credits": chosen,
		}
	}
	start := monthStart(today, (int(today.Month())-1)%months)
	end := monthEnd(monthStart(start, 1-months))
	booked := sum(lines, start, last, before)
	// Seven of the last nine days: the two latest may still be incomplete.
	rate := sum(lines, last.AddDate(0, 0, -8), last.AddDate(0, 0, -2), before) / 7
	remaining := int(end.Sub(last).Hours() / 24)
	value := booked + rate*float64(remaining)
	sparkline := []float64{}
	for _, day := range days(last.AddDate(0, 0, -29), last) {
		sparkline = append(sparkline, sum(lines, day, day, before))
	}
	for i := 0; i < 30; i++ {
		sparkline = append(sparkline, rate)
	}
	var delta any
	if months == 1 {
		past := monthStart(today, 1)
		delta = change(value, sum(lines, past, monthEnd(past), before))
	}
	return M{
		"forecast_value": value, "forecast_low": value - rate*float64(remaining)*0.1,
		"forecast_high": value + rate*float64(remaining)*0.15, "confidence_pct": 66.6,
		"sparkline": sparkline, "future_start_index": 30, "delta_pct_vs_last_month": delta, "booked_to_date": booked,
		"daily_rate": rate, "days_remaining": remaining, "days_since_last_actual": lag, "daily_rate_sample_days": 7,
		"daily_rate_thin_days": 2, "daily_rate_window_days": 9, "actuals_through": isoDay(last), "credits": chosen,
	}
}
