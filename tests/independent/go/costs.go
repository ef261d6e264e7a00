package main

import (
	"fmt"
	"maps"
	"slices"
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
	{"tag_key", "tag_keys", func(l line) []string { return slices.Collect(maps.Keys(l.tags)) }},
	{"tag_value", "tag_values", func(l line) []string { return slices.Collect(maps.Values(l.tags)) }},
}

// filtered returns the lines that match all filters except that of one dimension.
func filtered(p params, lines []line, except string) []line {
	for _, d := range dimensions {
		mode := p.oneOf(d.parameter+"_mode", "include", "include", "exclude")
		if d.parameter == except || !p.Has(d.parameter) {
			continue
		}
		isWanted := func(value string) bool { return slices.Contains(p.Values[d.parameter], value) }
		lines = where(lines, func(l line) bool {
			return slices.ContainsFunc(d.values(l), isWanted) == (mode == "include")
		})
	}
	return lines
}

func filterOptions(p params, ids ...string) any {
	head := known(ids[0])
	wanted := p.oneOf("dimension", "", "service", "account_id", "region", "tag_key", "tag_value")
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
			seen = append(seen, d.values(l)...)
		}
		slices.Sort(seen)
		options[d.list] = slices.Compact(seen)
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
		if !slices.Contains([]string{"service", "account_id", "region", "tag"}, one) {
			unprocessable("group_by", "service | account_id | region | tag")
		}
	}
	key := ""
	if slices.Contains(groups, "tag") {
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
		lines = where(lines, func(l line) bool {
			text := fmt.Sprint(l.service, "\n", l.account, "\n", accountName(l.account), "\n", l.region, "\n", l.tags)
			return strings.Contains(strings.ToLower(text), search)
		})
	}
	if len(days(start, end)) == 0 {
		lines = nil
	}
	earlier := start.Add(start.Sub(end)).AddDate(0, 0, -1)
	pick := func(name, value string) any {
		if slices.Contains(groups, name) {
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
		at = slices.Index(names, p.Get("sort_by_date"))
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
