package main

import (
	"fmt"
	"math"
	"sort"
	"strings"
	"time"
)

func known(provider string) M {
	name, ok := providerName(provider)
	if !ok {
		fail(404, "provider not connected")
	}
	return M{"provider_id": provider, "provider_name": name}
}

func basis(p params) (string, bool) {
	chosen := p.oneOf("credits", "after", "after", "before")
	return chosen, chosen == "before"
}

func change(now, before float64) any { return share(now-before, before) }

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

func summary(p params, ids ...string) any {
	head := known(ids[0])
	chosen, before := basis(p)
	lines := linesOf(ids[0])
	start, past := monthStart(today, 0), monthStart(today, 1)
	length := len(days(start, last))
	same := past.AddDate(0, 0, length-1)
	if same.After(monthEnd(past)) {
		same = monthEnd(past)
	}
	spent := sum(lines, start, last, before)
	p.Set("provider", ids[0])
	p.Del("horizon")
	expected := forecast(p).(M)
	open := 0.0
	for _, one := range advice(ids[0]) {
		if one["status"] == nil {
			open += one["monthly_savings"].(float64)
		}
	}
	groups, names := group(lines, service)
	sort.SliceStable(names, func(a, b int) bool {
		return sum(groups[names[a]], start, last, before) > sum(groups[names[b]], start, last, before)
	})
	top := []M{}
	for _, name := range names {
		if now := sum(groups[name], start, last, before); len(top) < 3 && length > 0 {
			top = append(top, M{
				"service": name, "cost": now, "change_percentage": change(now, sum(groups[name], past, same, before)),
			})
		}
	}
	return with(head, M{
		"credits": chosen, "monthly_spending": spent,
		"monthly_spending_percentage":         change(spent, sum(lines, past, same, before)),
		"forecasted_monthly_costs":            expected["forecast_value"],
		"forecasted_monthly_costs_percentage": expected["delta_pct_vs_last_month"],
		"potential_savings":                   open,
		"potential_savings_percentage":        share(open, expected["forecast_value"].(float64)),
		"top_services":                        top,
	})
}

type dimension struct {
	parameter, list string
	values          func(line) []string
}

var dimensions = []dimension{
	{"service", "services", func(l line) []string { return []string{l.service} }},
	{"account_id", "accounts", func(l line) []string { return []string{l.account} }},
	{"region", "regions", func(l line) []string { return []string{l.region} }},
	{"tag_key", "tag_keys", func(l line) []string {
		found := []string{}
		for key := range l.tags {
			found = append(found, key)
		}
		return found
	}},
	{"tag_value", "tag_values", func(l line) []string {
		found := []string{}
		for _, value := range l.tags {
			found = append(found, value)
		}
		return found
	}},
}

// filtered returns the lines that match all filters except that of one dimension.
func filtered(p params, lines []line, except string) []line {
	for _, d := range dimensions {
		mode := p.oneOf(d.parameter+"_mode", "include", "include", "exclude")
		if d.parameter == except || !p.Has(d.parameter) {
			continue
		}
		matching := []line{}
		for _, l := range lines {
			hit := false
			for _, value := range d.values(l) {
				hit = hit || contains(p.Values[d.parameter], value)
			}
			if hit == (mode == "include") {
				matching = append(matching, l)
			}
		}
		lines = matching
	}
	return lines
}

func filterOptions(p params, ids ...string) any {
	head := known(ids[0])
	names := []string{}
	for _, d := range dimensions {
		names = append(names, d.parameter)
	}
	wanted := p.oneOf("dimension", "", names...)
	_, start, end := p.span()
	options := M{"provider_id": head["provider_id"]}
	for _, d := range dimensions {
		if wanted != "" && wanted != d.parameter {
			continue
		}
		lines := filtered(p, linesOf(ids[0]), d.parameter)
		if len(days(start, end)) == 0 {
			lines = nil
		}
		seen := []string{}
		for _, l := range lines {
			for _, value := range d.values(l) {
				if !contains(seen, value) {
					seen = append(seen, value)
				}
			}
		}
		sort.Strings(seen)
		options[d.list] = seen
	}
	return options
}

// steps returns the names of the days or months of a range, and the days of each.
func steps(start, end time.Time, granularity string) ([]string, map[string][]time.Time) {
	layout := map[string]string{"daily": "2006-01-02", "monthly": "2006-01"}[granularity]
	names, within := []string{}, map[string][]time.Time{}
	for day := start; !day.After(end); day = day.AddDate(0, 0, 1) {
		name := day.Format(layout)
		if len(within[name]) == 0 {
			names = append(names, name)
		}
		within[name] = append(within[name], day)
	}
	return names, within
}

func course(lines []line, names []string, within map[string][]time.Time, before bool) ([]M, float64) {
	entries, total, previous := []M{}, 0.0, 0.0
	for i, name := range names {
		span := within[name]
		value := sum(lines, span[0], span[len(span)-1], before)
		var difference any
		if i > 0 {
			difference = change(value, previous)
		}
		entries = append(entries, M{"date": name, "value": value, "change_percentage": difference})
		total += value
		previous = value
	}
	return entries, total
}

func breakdown(p params, ids ...string) any {
	head := known(ids[0])
	groups := p.Values["group_by"]
	if len(groups) == 0 {
		groups = []string{"service"}
	}
	for _, one := range groups {
		if !contains([]string{"service", "account_id", "region", "tag"}, one) {
			unprocessable("group_by", "service | account_id | region | tag")
		}
	}
	key := ""
	if contains(groups, "tag") {
		if len(p.Values["tag_key"]) != 1 {
			unprocessable("tag_key", "exactly one when grouping by tag")
		}
		key = p.Get("tag_key")
	}
	span, start, end := p.span()
	granularity := p.oneOf("granularity", "daily", "daily", "monthly")
	shown := p.oneOf("show_cost_as", "unblended", "unblended", "blended", "amortized", "net_unblended", "net_amortized")
	chosen, before := basis(p)
	sortBy := p.oneOf("sort_by", "cost", "service", "account_id", "region", "cost", "previous_cost", "change_percentage")
	order := p.oneOf("sort_order", "desc", "asc", "desc")
	names, within := steps(start, end, granularity)
	except := ""
	if key != "" {
		except = "tag_key"
	}
	lines := filtered(p, linesOf(ids[0]), except)
	search := strings.ToLower(p.Get("search"))
	if search != "" {
		matching := []line{}
		for _, l := range lines {
			text := strings.ToLower(fmt.Sprint(l.service, "\n", l.account, "\n", accountName(l.account), "\n", l.region, "\n", l.tags))
			if strings.Contains(text, search) {
				matching = append(matching, l)
			}
		}
		lines = matching
	}
	if len(days(start, end)) == 0 {
		lines = nil
	}
	earlier := start.AddDate(0, 0, -len(datesOf(start, end)))
	pick := func(name, value string) any {
		if contains(groups, name) {
			return value
		}
		return nil
	}
	table, rowNames := group(lines, func(l line) string {
		return fmt.Sprint(pick("service", l.service), "\n", pick("account_id", l.account), "\n", pick("region", l.region), "\n", pick("tag", l.tags[key]))
	})
	rows := []M{}
	for _, name := range rowNames {
		own := table[name]
		entries, cost := course(own, names, within, before)
		row := M{
			"service": pick("service", own[0].service), "account_id": pick("account_id", own[0].account),
			"account_name": pick("account_id", accountName(own[0].account)), "region": pick("region", own[0].region),
			"tag_key": pick("tag", key), "tag_value": nil, "virtual_tag_key": nil, "virtual_tag_value": nil,
			"cost": cost, "previous_cost": nil, "change_percentage": nil, "spendings_by_date": entries,
		}
		if value, tagged := own[0].tags[key]; tagged {
			row["tag_value"] = value
		}
		if !earlier.Before(first) {
			past := sum(own, earlier, start.AddDate(0, 0, -1), before)
			row["previous_cost"], row["change_percentage"] = past, change(cost, past)
		}
		rows = append(rows, row)
	}
	at := -1
	if p.Has("sort_by_date") {
		layout := map[string]string{"daily": "2006-01-02", "monthly": "2006-01"}[granularity]
		if _, err := time.Parse(layout, p.Get("sort_by_date")); err != nil {
			unprocessable("sort_by_date", "a date of the granularity")
		}
		for i, name := range names {
			if name == p.Get("sort_by_date") {
				at = i
			}
		}
	}
	value := func(row M) any {
		if at >= 0 {
			return row["spendings_by_date"].([]M)[at]["value"]
		}
		return row[sortBy]
	}
	sort.SliceStable(rows, func(a, b int) bool { return precedes(value(rows[a]), value(rows[b]), order) })
	totals, total := course(lines, names, within, before)
	return with(with(head, page(p, rows, 12)), M{
		"period": span, "start_date": isoDay(start), "end_date": isoDay(end), "granularity": granularity,
		"show_cost_as": shown, "credits": chosen, "total_period_cost": total, "totals_by_date": totals,
	})
}

func datesOf(start, end time.Time) []string {
	names, _ := steps(start, end, "daily")
	return names
}

// precedes orders numbers and strings. Null is last in both orders.
func precedes(a, b any, order string) bool {
	if a == nil || b == nil {
		return a != nil && b == nil
	}
	less, more := false, false
	switch a := a.(type) {
	case float64:
		less, more = a < b.(float64), a > b.(float64)
	case string:
		less, more = a < b.(string), a > b.(string)
	}
	if order == "desc" {
		return more
	}
	return less
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
		resold := []line{}
		for _, l := range linesOf(ids[0]) {
			if l.marketplace {
				resold = append(resold, l)
			}
		}
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
