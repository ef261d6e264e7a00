package main

import (
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"
)

type M = map[string]any

// failure ends a request; the status tells the code.
type failure struct {
	status  int
	message string
	headers map[string]string
}

func (f failure) Error() string { return f.message }

func refuse(status int, message string) { panic(failure{status: status, message: message}) }

// unprocessable names the parameter or member, and what it has to be.
func unprocessable(name, wish string) { refuse(422, "invalid "+name+": expected "+wish) }

type params struct{ url.Values }

func (p params) text(name, otherwise string) string {
	if p.Has(name) {
		return p.Get(name)
	}
	return otherwise
}

func (p params) oneOf(name, otherwise string, allowed ...string) string {
	value := p.text(name, otherwise)
	if !p.Has(name) || contains(allowed, value) {
		return value
	}
	unprocessable(name, strings.Join(allowed, " | "))
	return ""
}

func contains(list []string, value string) bool {
	for _, one := range list {
		if one == value {
			return true
		}
	}
	return false
}

func (p params) integer(name string, otherwise, least, most int) int {
	if !p.Has(name) {
		return otherwise
	}
	value, err := strconv.Atoi(p.Get(name))
	if err != nil || value < least || value > most {
		unprocessable(name, "integer from "+strconv.Itoa(least)+" to "+strconv.Itoa(most))
	}
	return value
}

func (p params) day(name string, otherwise time.Time) time.Time {
	if !p.Has(name) {
		return otherwise
	}
	day, err := time.Parse("2006-01-02", p.Get(name))
	if err != nil {
		unprocessable(name, "YYYY-MM-DD")
	}
	return day
}

var monthPattern = regexp.MustCompile(`^\d{4}-(0[1-9]|1[0-2])$`)

func (p params) month(name, otherwise string) string {
	value := p.text(name, otherwise)
	if !monthPattern.MatchString(value) {
		unprocessable(name, "YYYY-MM")
	}
	return value
}

// span is the range of days asked for, by name or by its ends.
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

// page cuts a list; even an empty one has a first page here.
func page(p params, rows []M, size int) M {
	current := p.integer("page", 1, 1, 1<<30)
	size = p.integer("page_size", size, 1, 200)
	pages := (len(rows) + size - 1) / size
	if pages == 0 {
		pages = 1
	}
	items := []M{}
	for i := (current - 1) * size; i < current*size && i < len(rows); i++ {
		items = append(items, rows[i])
	}
	return M{
		"items": items,
		"pagination": M{
			"total_items": len(rows), "total_pages": pages, "current_page": current, "page_size": size,
			"has_next": current < pages, "has_previous": current > 1,
		},
	}
}

func with(base M, more M) M {
	for name, value := range more {
		base[name] = value
	}
	return base
}
