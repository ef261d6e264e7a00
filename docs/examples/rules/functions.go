package rules

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
)

// environment has the functions of the rules beside those of CEL.
func environment() (*cel.Env, error) {
	options := []cel.EnvOption{
		function("sum", cel.DoubleType, 1, sum),
		function("count", cel.DoubleType, 1, func(a []ref.Val) ref.Val { return types.Double(len(elements(a[0]))) }),
		function("near", cel.BoolType, 2, near),
		function("near", cel.BoolType, 3, near),
		function("nearSum", cel.BoolType, 2, func(a []ref.Val) ref.Val {
			return near([]ref.Val{a[0], sum(a[1:]), types.Double(len(elements(a[1])) + 1)})
		}),
		function("nearPercent", cel.BoolType, 3, nearPercent),
		function("days", cel.DoubleType, 1, func(a []ref.Val) ref.Val { return types.Double(momentOf(a[0]).days) }),
		function("before", cel.BoolType, 2, before),
		function("doubt", cel.DoubleType, 2, func(a []ref.Val) ref.Val { return types.Double(doubt(momentOf(a[0]), momentOf(a[1]))) }),
		function("months", cel.DoubleType, 1, months),
		function("ascending", cel.BoolType, 1, func(a []ref.Val) ref.Val { return ascending(elements(a[0])) }),
		function("descending", cel.BoolType, 1, func(a []ref.Val) ref.Val {
			all := slices.Clone(elements(a[0]))
			slices.Reverse(all)
			return ascending(all)
		}),
		function("unique", cel.BoolType, 1, func(a []ref.Val) ref.Val {
			all := elements(a[0])
			return types.Bool(len(distinct(all)) == len(all))
		}),
		function("distinct", cel.ListType(cel.DynType), 1, func(a []ref.Val) ref.Val {
			return types.DefaultTypeAdapter.NativeToValue(distinct(elements(a[0])))
		}),
		function("slice", cel.ListType(cel.DynType), 3, slice),
	}
	for _, name := range []string{"self", "data", "query", "path", "body", "now"} {
		options = append(options, cel.Variable(name, cel.DynType))
	}
	return cel.NewEnv(options...)
}

var errUnknown = errors.New("a value is not known")

// function turns a panic of a function into an error of CEL.
func function(name string, result *cel.Type, arity int, of func([]ref.Val) ref.Val) cel.EnvOption {
	safe := func(arguments ...ref.Val) (value ref.Val) {
		defer func() {
			if recover() != nil {
				value = types.WrapErr(errUnknown)
			}
		}()
		return of(arguments)
	}
	arguments := []*cel.Type{cel.DynType, cel.DynType, cel.DynType}[:arity]
	return cel.Function(name, cel.Overload(fmt.Sprint(name, arity), arguments, result, cel.FunctionBinding(safe)))
}

func number(value ref.Val) float64 {
	double, isNumber := value.(types.Double)
	if !isNumber || math.IsNaN(float64(double)) || math.IsInf(float64(double), 0) {
		panic(errUnknown)
	}
	return float64(double)
}

func elements(value ref.Val) (all []ref.Val) {
	lister, isList := value.(traits.Lister)
	if !isList {
		panic(errUnknown)
	}
	for iterator := lister.Iterator(); iterator.HasNext() == types.True; {
		all = append(all, iterator.Next())
	}
	return all
}

func sum(a []ref.Val) ref.Val {
	total := 0.0
	for _, element := range elements(a[0]) {
		total += number(element)
	}
	return types.Double(total)
}

func near(a []ref.Val) ref.Val {
	one, other, terms := number(a[0]), number(a[1]), 2.0
	if len(a) > 2 {
		terms = number(a[2])
	}
	return types.Bool(math.Abs(one-other) <= math.Max(0.01*terms, 1e-6*math.Abs(other))+1e-9)
}

func nearPercent(a []ref.Val) ref.Val {
	rate, part, whole, unit := number(a[0]), number(a[1]), number(a[2]), 0.0
	if whole <= 0 {
		panic(errUnknown)
	}
	for _, one := range []float64{0.1, 1} {
		if math.Abs(rate/one-math.Floor(rate/one+0.5)) < 1e-9 {
			unit = one
		}
	}
	expected := 100 * part / whole
	amounts := (0.5 + 0.005*math.Abs(expected)) / whole
	return types.Bool(math.Abs(rate-expected) <= 0.02+amounts+1e-4*math.Abs(expected)+unit)
}

type moment struct {
	days             float64
	hasTime, hasZone bool
}

var zone = regexp.MustCompile(`(Z|[+-]\d\d:\d\d)$`)

func momentOf(value ref.Val) moment {
	text, isText := value.(types.String)
	if !isText {
		panic(errUnknown)
	}
	m := moment{hasTime: strings.Contains(string(text), "T")}
	m.hasZone = m.hasTime && zone.MatchString(string(text))
	if m.hasTime && !m.hasZone {
		text += "Z"
	}
	for _, layout := range []string{"2006-01-02", "20060102", "2006-01", time.RFC3339Nano, "2006-01-02T15:04Z07:00"} {
		if at, err := time.Parse(layout, string(text)); err == nil {
			m.days = float64(at.UnixNano()) / 864e11
			return m
		}
	}
	panic(errUnknown)
}

// doubt returns by how many days a difference may be wrong, because a time of day or a zone is not known.
func doubt(one, other moment) float64 {
	days := 0.0
	if one.hasTime != other.hasTime {
		days = 1
	}
	if one.hasZone != other.hasZone {
		return days + 14.0/24
	}
	if !one.hasZone && (one.hasTime || other.hasTime) {
		return days + 1.0/24
	}
	return days
}

func before(a []ref.Val) ref.Val {
	one, other := momentOf(a[0]), momentOf(a[1])
	return types.Bool(other.days-one.days > doubt(one, other))
}

func months(a []ref.Val) ref.Val {
	text, _ := a[0].(types.String)
	for _, layout := range []string{"2006-01", "2006-01-02", time.RFC3339Nano} {
		if at, err := time.Parse(layout, string(text)); err == nil {
			return types.Double((at.Year()-1970)*12 + int(at.Month()) - 1)
		}
	}
	panic(errUnknown)
}

func ascending(all []ref.Val) ref.Val {
	for index, element := range all {
		if element.Type() != all[0].Type() {
			panic(errUnknown)
		}
		if index > 0 && all[index-1].(traits.Comparer).Compare(element) == types.IntOne {
			return types.False
		}
	}
	return types.True
}

// distinct returns each value of a list once.
func distinct(all []ref.Val) (once []ref.Val) {
	for _, element := range all {
		isEqual := func(other ref.Val) bool { return element.Equal(other) == types.True }
		if !slices.ContainsFunc(once, isEqual) {
			once = append(once, element)
		}
	}
	return once
}

func slice(a []ref.Val) ref.Val {
	all, from, to := elements(a[0]), number(a[1]), number(a[2])
	if from < 0 || from > to || to > float64(len(all)) {
		panic(errUnknown)
	}
	return types.DefaultTypeAdapter.NativeToValue(all[int(from):int(to)])
}
