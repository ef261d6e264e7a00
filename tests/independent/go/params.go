package main

import (
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

type M = map[string]any

// httpError aborts a request. The status determines the error code.
type httpError struct {
	status  int
	message string
	headers map[string]string
}

func (f httpError) Error() string { return f.message }

func fail(status int, message string) { panic(httpError{status: status, message: message}) }

// unprocessable reports an invalid parameter or property and the expected value.
func unprocessable(name, expected string) { fail(422, "invalid "+name+": expected "+expected) }

type params struct{ url.Values }

func (p params) text(name, fallback string) string {
	if p.Has(name) {
		return p.Get(name)
	}
	return fallback
}

func (p params) oneOf(name, fallback string, allowed ...string) string {
	value := p.text(name, fallback)
	if !p.Has(name) || slices.Contains(allowed, value) {
		return value
	}
	unprocessable(name, strings.Join(allowed, " | "))
	return ""
}

func (p params) integer(name string, fallback, minimum, maximum int) int {
	if !p.Has(name) {
		return fallback
	}
	value, err := strconv.Atoi(p.Get(name))
	if err != nil || value < minimum || value > maximum {
		unprocessable(name, "integer from "+strconv.Itoa(minimum)+" to "+strconv.Itoa(maximum))
	}
	return value
}

func (p params) day(name string, fallback time.Time) time.Time {
	if !p.Has(name) {
		return fallback
	}
	day, err := time.Parse("2006-01-02", p.Get(name))
	if err != nil {
		unprocessable(name, "YYYY-MM-DD")
	}
	return day
}

var monthPattern = regexp.MustCompile(`^\d{4}-(0[1-9]|1[0-2])$`)

func (p params) month(name, fallback string) string {
	value := p.text(name, fallback)
	if !monthPattern.MatchString(value) {
		unprocessable(name, "YYYY-MM")
	}
	return value
}

// span returns the requested range of days, by preset or by start and end.
func (p params) span() (string, time.Time, time.Time) {
	switch p.oneOf("preset", "", "30D", "6M", "12M") {
	case "30D":
		return "30D", last.AddDate(0, 0, -29), last
	case "6M":
		return "6M", monthStart(last, 5), last
	case "12M":
		return "12M", monthStart(last, 11), last
	}
	start, end := p.window(monthStart(today, 0), today)
	if end.Sub(start) > 3660*24*time.Hour {
		unprocessable("start", "a day within ten years of end")
	}
	return "custom", start, end
}

func (p params) window(start, end time.Time) (time.Time, time.Time) {
	end = p.day("end", end)
	if start.After(end) {
		start = end
	}
	start = p.day("start", start)
	if end.Before(start) {
		unprocessable("end", "a day not before start")
	}
	return start, end
}

// page returns one page of a list. An empty list has one page.
func page(p params, rows []M, size int) M {
	current := p.integer("page", 1, 1, 1<<30)
	size = p.integer("page_size", size, 1, 200)
	pages := max(1, (len(rows)+size-1)/size)
	items := append([]M{}, rows[min((current-1)*size, len(rows)):min(current*size, len(rows))]...)
	return M{
		"items": items,
		"pagination": M{
			"total_items": len(rows), "total_pages": pages, "current_page": current, "page_size": size,
			"has_next": current < pages, "has_previous": current > 1,
		},
	}
}

func with(base M, more M) M {
	maps.Copy(base, more)
	return base
}
