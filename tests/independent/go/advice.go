package main

import (
	"fmt"
	"slices"
	"sort"
	"strconv"
	"strings"
)

type tip struct {
	provider, service, account string
	saves, costs               float64
	status                     string
}

// Linked recommendations are adjacent: the second of a pair follows the first.
var tips = []tip{
	{"provider_a", "compute", "11112222-3333", 91.125, 364.5, "available"},
	{"provider_a", "compute", "11112222-3333", 12, 273.375, "available"},
	{"provider_a", "volumes", "44445555-6666", 33.333333333, 100, "pending"},
	{"provider_a", "volumes", "44445555-6666", 7, 14, "optimized"},
	{"provider_b", "queries", "projects/tunes", 250, 1000, "available"},
	{"provider_b", "runners", "projects/films", 80, 640, "rejected"},
}

func tipID(index int) string { return fmt.Sprintf("5a7e0000-0000-4000-8000-%012d", index+1) }

func recommendation(index int) M {
	one := tips[index]
	var linked any
	switch index {
	case 0:
		linked = M{"order": "first", "recommendation_ids": []string{tipID(1)}}
	case 1:
		linked = M{
			"order": "second", "recommendation_id": tipID(0), "monthly_savings": tips[0].saves, "execution_order": 2,
		}
	}
	return M{
		"recommendation_id": tipID(index), "service": one.service, "environment": "prod", "account": one.account,
		"tag": nil, "monthly_savings": one.saves, "savings_percentage": one.saves / one.costs * 100,
		"status": one.status, "actions": nil, "terms_accepted_at": nil, "saving_accepted_by": nil,
		"created_at": isoDay(today.AddDate(0, 0, -20-index)) + "T01:02:03.000000004Z", "updated_at": nil, "linked_to": linked,
	}
}

func advice(provider string) []M {
	rows := []M{}
	for i, one := range tips {
		if one.provider == provider {
			rows = append(rows, recommendation(i))
		}
	}
	return rows
}

func listAdvice(p params, ids ...string) any {
	known(ids[0])
	start, end := p.day("start", first), p.day("end", today)
	if p.Has("start") && p.Has("end") && end.Before(start) {
		unprocessable("end", "a day not before start")
	}
	fields := []string{"recommendation_id", "service", "environment", "account", "tag", "monthly_savings", "savings_percentage", "status"}
	sortBy := p.oneOf("sort_by", "status", fields...)
	order := p.oneOf("sort_order", "asc", "asc", "desc")
	displayStatuses := map[any]string{"in_progress": "processing", "failed": "unavailable"}
	for _, wanted := range p.Values["display_status"] {
		if !slices.Contains([]string{"available", "pending", "processing", "optimized", "rejected", "unavailable"}, wanted) {
			unprocessable("display_status", "a display status")
		}
	}
	rows, total := []M{}, 0.0
	for _, row := range advice(ids[0]) {
		created := row["created_at"].(string)[:10]
		displayStatus, special := displayStatuses[row["status"]]
		if !special {
			displayStatus = row["status"].(string)
		}
		text := strings.ToLower(fmt.Sprint(row["recommendation_id"], "\n", row["service"], "\n", row["account"], "\n", row["environment"]))
		matches := created >= isoDay(start) && created <= isoDay(end) && strings.Contains(text, strings.ToLower(p.Get("search")))
		matches = matches && (!p.Has("display_status") || slices.Contains(p.Values["display_status"], displayStatus))
		for _, name := range []string{"service", "environment", "account", "tag"} {
			value, _ := row[name].(string)
			matches = matches && (!p.Has(name) || slices.Contains(p.Values[name], value)) && !slices.Contains(p.Values[name+"_not"], value)
		}
		if matches {
			rows = append(rows, row)
			total += row["monthly_savings"].(float64)
		}
	}
	sort.SliceStable(rows, func(a, b int) bool { return precedes(rows[a][sortBy], rows[b][sortBy], order) })
	return with(page(p, rows, 4), M{"total_savings": total})
}

// saved contains the realized savings of accepted recommendations, by provider.
var saved = map[string]float64{"provider_a": 1234.5, "provider_b": 765.4321}

func adviceOverview(_ params, ids ...string) any {
	known(ids[0])
	available, pending := 0.0, 0.0
	for _, row := range advice(ids[0]) {
		switch row["status"] {
		case "available":
			available += row["monthly_savings"].(float64)
		case "pending", "processing", "in_progress":
			pending += row["monthly_savings"].(float64)
		}
	}
	return M{
		"total_spend":       sum(linesOf(ids[0]), monthStart(today, 0), last, false),
		"available_savings": available, "pending_savings": pending, "saved_itd": saved[ids[0]],
		"potential_savings": available + pending,
	}
}

func findTip(id string) int {
	for i := range tips {
		if tipID(i) == id {
			return i
		}
	}
	fail(404, "recommendation not found")
	return 0
}

func adviceDetails(_ params, ids ...string) any {
	index := findTip(ids[0])
	row := recommendation(index)
	for _, name := range []string{"terms_accepted_at", "saving_accepted_by", "updated_at"} {
		delete(row, name)
	}
	return with(row, M{
		"resource_type": "machine", "region": "here-1", "analysis_period": "14 days",
		"annual_savings": tips[index].saves * 12, "current_spending": tips[index].costs, "tags": []string{"env=prod"},
		"resource_console_url": nil, "implementation_tags": []string{}, "comparison": []M{}, "metrics": []M{},
		"risk":                 M{"level": "low", "factors": []M{}, "sources": []string{}},
		"implementation_steps": []M{}, "iam_role_arn": nil, "manual_instructions": nil,
	})
}

func targets(_ params, ids ...string) any {
	findTip(ids[0])
	return M{"recommendation_id": ids[0], "items": []M{{
		"repo_full_name": "main/infrastructure", "installation_id": 5, "pr_url": nil, "pr_number": nil, "pr_status": nil,
		"opened_at": nil, "error_message": "The repository is archived",
	}}}
}

func auditSummary(params) any {
	total := saved["provider_a"] + saved["provider_b"]
	// The audited savings and the cost of a month.
	const month, cost = 83.25, 2000
	return M{
		"total_monthly_savings": month, "total_monthly_savings_percentage": share(month, cost+month),
		"total_annual_savings": month * 12, "payback": 0, "average_roi": 3.5, "total_savings": total,
		"providers": []M{
			{"provider_id": "provider_b", "provider": "Cloud Two", "total_savings": saved["provider_b"]},
			{"provider_id": "provider_a", "provider": "Cloud One", "total_savings": saved["provider_a"]},
		},
	}
}

const auditID = 8_000_000_001

func audit(_ params, ids ...string) any {
	id, err := strconv.ParseInt(ids[0], 10, 64)
	if err != nil {
		unprocessable("audit_id", "integer")
	}
	if id != auditID {
		fail(404, "audit not found")
	}
	event := func(more M) M {
		return with(M{
			"cloud_event_id": "e-5", "cloud_event_name": "DeleteVolume", "cloud_event_time": "2024-02-10T08:00:00.123456789Z",
			"actor_principal": "role/cleaner", "actor_type": "role", "actor_ip": nil, "evidence": M{"volumes": 2},
		}, more)
	}
	return event(M{
		"technical_details": event(nil), "id": auditID, "savings_id": "s5", "recommendation_id": tipID(3),
		"approved_by": nil, "applied_via": "cli", "implementation_method": "iac", "first_view_at": nil,
		"first_view_channel": nil, "view_count_at_audit": 0, "dashboard_viewer": nil, "dashboard_view_id": nil,
		"provider": "provider_a", "cloud_resource_id": "vol-1", "service": "volumes", "account_id": "44445555-6666",
		"region": "here-1", "environment": "prod", "verification": "pending",
		"implemented_at": "2024-02-10T08:00:00.123456789Z", "execution_logs": []M{}, "execution_steps": []M{},
		"billing_period": "2024-02", "billing_period_start": "2024-02-01T00:00:00Z",
		"billing_period_end": "2024-03-01T00:00:00Z", "days_active_in_period": 19, "estimated_savings_usd": 7,
		"realized_savings_usd": 4.6, "realized_savings_in_progress_usd": 4.6, "realized_savings_7d_usd": nil,
		"realized_savings_30d_usd": nil, "snapshot_7d_at": nil, "snapshot_30d_at": nil, "realized_basis": "usage",
		"calculator_version": "1.4", "detected_at": "2024-02-11T00:00:00Z", "settled_at": nil, "frozen_at": nil,
		"updated_at": "2024-02-12T00:00:00Z",
		"lines": []M{{
			"id": 41, "usage_type": "volume-hours", "usage_quantity": 460, "usage_unit": "hour", "unit_price_usd": 0.01,
			"savings_usd": 4.6, "operation": "store",
		}},
	})
}
