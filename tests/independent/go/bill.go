package main

import (
	"maps"
	"slices"
	"time"
)

// The bill is a table of usage and prices. All figures are sums over it.
// There are no commitments, so all usage is billed on demand.

type line struct {
	provider, account, service, region, platform string
	tags                                         tags
	// Dollars per hour: all day, and additionally in the eight busy hours of a working day.
	base, busy float64
	// Credits in dollars per day.
	credit float64
	// Whether a commitment could cover the line, and whether it is a marketplace charge.
	eligible, marketplace bool
}

type tags map[string]string

type account struct{ provider, id, name string }

var providers = []M{
	{"provider_id": "provider_b", "provider_name": "Cloud Two"},
	{"provider_id": "provider_a", "provider_name": "Cloud One"},
}

var accounts = []account{
	{"provider_a", "11112222-3333", "Main"},
	{"provider_a", "44445555-6666", "Trials"},
	{"provider_b", "projects/tunes", "Tunes"},
	{"provider_b", "projects/films", "Films"},
}

var labels = map[string]string{
	"compute": "Compute", "volumes": "Volumes", "queries": "Queries", "runners": "Runners", "maps": "Maps by a vendor",
}

var bill = []line{
	{"provider_a", "11112222-3333", "compute", "here-1", "linux", tags{"env": "prod"}, 1.3333333333, 0.7142857143, 0, true, false},
	{"provider_a", "11112222-3333", "compute", "there-2", "windows", tags{"env": "test"}, 0.55, 0, 0, true, false},
	{"provider_a", "44445555-6666", "compute", "here-1", "linux", nil, 0, 0.9, 0, true, false},
	{"provider_a", "44445555-6666", "volumes", "here-1", "", tags{"env": "prod", "tier": "cold"}, 0.2, 0, 0, false, false},
	{"provider_b", "projects/tunes", "queries", "multi", "", tags{"team": "tunes"}, 0.4, 1.7, 3.25, true, false},
	{"provider_b", "projects/films", "queries", "multi", "", nil, 0.123456789, 0, 0, true, false},
	{"provider_b", "projects/films", "runners", "there-2", "", tags{"team": "films"}, 0.9, 0.3, 1.5, true, false},
	{"provider_b", "projects/films", "maps", "global", "", nil, 0.05, 0, 0, false, true},
}

// The first and the last day of the bill. The last day is the day before yesterday.
var (
	today = time.Now().UTC().Truncate(24 * time.Hour)
	last  = today.AddDate(0, 0, -2)
	first = time.Date(today.Year()-3, 1, 1, 0, 0, 0, 0, time.UTC)
)

const lag = 2

func working(day time.Time) bool {
	return day.Weekday() != time.Saturday && day.Weekday() != time.Sunday
}

func (l line) on(day time.Time, before bool) float64 {
	cost := l.base * 24
	if working(day) {
		cost += l.busy * 8
	}
	if !before {
		cost -= l.credit
	}
	return cost
}

// sum returns the cost of the lines from one day to another, both inclusive, within the bill.
func sum(lines []line, from, to time.Time, before bool) float64 {
	total := 0.0
	for _, day := range days(from, to) {
		for _, l := range lines {
			total += l.on(day, before)
		}
	}
	return total
}

func days(from, to time.Time) []time.Time {
	if from.Before(first) {
		from = first
	}
	if to.After(last) {
		to = last
	}
	found := []time.Time{}
	for day := from; !day.After(to); day = day.AddDate(0, 0, 1) {
		found = append(found, day)
	}
	return found
}

// where returns the lines that match a condition.
func where(lines []line, matches func(line) bool) []line {
	return slices.DeleteFunc(slices.Clone(lines), func(l line) bool { return !matches(l) })
}

func linesOf(provider string) []line {
	return where(bill, func(l line) bool { return provider == "all" || l.provider == provider })
}

func eligibleOf(provider string) []line {
	return where(linesOf(provider), func(l line) bool { return l.eligible })
}

func group(lines []line, key func(line) string) (map[string][]line, []string) {
	groups := map[string][]line{}
	for _, l := range lines {
		groups[key(l)] = append(groups[key(l)], l)
	}
	return groups, slices.Sorted(maps.Keys(groups))
}

func service(l line) string { return l.service }
func region(l line) string  { return l.region }
func owner(l line) string   { return l.account }

func accountName(id string) string {
	for _, a := range accounts {
		if a.id == id {
			return a.name
		}
	}
	return ""
}

func providerName(id string) (string, bool) {
	for _, p := range providers {
		if p["provider_id"] == id {
			return p["provider_name"].(string), true
		}
	}
	return "", false
}

func monthStart(day time.Time, back int) time.Time {
	return time.Date(day.Year(), day.Month()-time.Month(back), 1, 0, 0, 0, 0, time.UTC)
}

func monthEnd(day time.Time) time.Time { return monthStart(day, -1).AddDate(0, 0, -1) }

func isoDay(day time.Time) string { return day.Format("2006-01-02") }

// share returns the part as a percentage of the whole, or null if the whole is zero.
func share(part, whole float64) any {
	if whole == 0 {
		return nil
	}
	return part / whole * 100
}
