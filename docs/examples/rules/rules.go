// Package rules evaluates the rules of the OpenAPI document, x-rules, on responses.
// It needs cel.dev/cel-go v0.33.2.
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

// Request is what rules read of a request, and the timestamp of its response.
type Request struct {
	Query, Path map[string]string
	Body        any
	Now         string
}

// Rules are those of each operation, by its operationId.
type Rules map[string][]*rule

type rule struct {
	id         string
	when, rule cel.Program
	places     []string
}

// New compiles the rules of a document that encoding/json has read.
func New(document map[string]any) (Rules, error) {
	env, err := environment()
	if err != nil {
		return nil, err
	}
	compiled := Rules{}
	for _, item := range object(document["paths"]) {
		for _, operation := range object(item) {
			id, isOperation := object(operation)["operationId"].(string)
			if !isOperation {
				continue
			}
			r := reader{document: document, env: env, operation: id}
			if err := r.readAll(object(object(operation)["responses"])); err != nil {
				return nil, err
			}
			compiled[id] = r.rules
		}
	}
	return compiled, nil
}

// Verdicts returns true or false for each rule of an operation, by id. A rule that does not apply is missing.
func (r Rules) Verdicts(operation string, data any, request Request) map[string]bool {
	data = known(data)
	verdicts := map[string]bool{}
	for _, one := range r[operation] {
		for _, self := range at(data, one.places) {
			variables := map[string]any{
				"self": self, "data": data, "now": request.Now,
				"query": request.Query, "path": request.Path, "body": known(request.Body),
			}
			if one.when != nil && !isTrue(evaluate(one.when, variables)) {
				continue
			}
			if holds, isKnown := evaluate(one.rule, variables).(types.Bool); isKnown {
				before, isJudged := verdicts[one.id]
				verdicts[one.id] = bool(holds) && (before || !isJudged)
			}
		}
	}
	return verdicts
}

// Violations returns the ids of the rules that a response violates.
func (r Rules) Violations(operation string, data any, request Request) (ids []string) {
	for id, holds := range r.Verdicts(operation, data, request) {
		if !holds {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

func evaluate(program cel.Program, variables map[string]any) ref.Val {
	value, _, err := program.Eval(variables)
	if err != nil {
		return nil
	}
	return value
}

func isTrue(value ref.Val) bool { return value == types.True }

type reader struct {
	document  map[string]any
	env       *cel.Env
	operation string
	rules     []*rule
}

func (r *reader) readAll(responses map[string]any) error {
	for status, response := range responses {
		if !strings.HasPrefix(status, "2") {
			continue
		}
		content := object(object(r.follow(response)["content"])["application/json"])
		body := r.follow(content["schema"])
		if err := r.read(object(body["properties"])["data"], "", nil); err != nil {
			return err
		}
	}
	return nil
}

func (r *reader) read(reference any, place string, above []string) error {
	if reference == nil {
		return nil
	}
	if name, isNamed := object(reference)["$ref"].(string); isNamed {
		if slices.Contains(above, name) {
			return nil
		}
		above = append(slices.Clone(above), name)
	}
	schema := r.follow(reference)
	for _, one := range list(schema["x-rules"]) {
		if err := r.add(object(one), place); err != nil {
			return err
		}
	}
	var errs []error
	for _, keyword := range []string{"allOf", "oneOf", "anyOf"} {
		for _, part := range list(schema[keyword]) {
			errs = append(errs, r.read(part, place, above))
		}
	}
	for name, member := range object(schema["properties"]) {
		errs = append(errs, r.read(member, place+"."+name, above))
	}
	return errors.Join(append(errs, r.read(schema["items"], place+".[]", above))...)
}

func (r *reader) add(documented map[string]any, place string) error {
	operations := list(documented["operations"])
	if len(operations) > 0 && !slices.Contains(operations, any(r.operation)) {
		return nil
	}
	id := documented["id"].(string)
	for _, one := range r.rules {
		if one.id == id {
			if !slices.Contains(one.places, place) {
				one.places = append(one.places, place)
			}
			return nil
		}
	}
	when, err := r.compile(documented["when"])
	if err != nil {
		return fmt.Errorf("%s: %w", id, err)
	}
	holds, err := r.compile(documented["rule"])
	if err != nil {
		return fmt.Errorf("%s: %w", id, err)
	}
	r.rules = append(r.rules, &rule{id, when, holds, []string{place}})
	return nil
}

func (r *reader) compile(expression any) (cel.Program, error) {
	text, isSet := expression.(string)
	if !isSet {
		return nil, nil
	}
	ast, issues := r.env.Compile(text)
	if issues.Err() != nil {
		return nil, issues.Err()
	}
	return r.env.Program(ast)
}

func (r *reader) follow(reference any) map[string]any {
	value := object(reference)
	for {
		name, isReference := value["$ref"].(string)
		if !isReference {
			return value
		}
		parts := strings.Split(name, "/")
		value = object(object(object(r.document["components"])[parts[2]])[parts[3]])
	}
}

// at returns the objects and lists at places such as .services.[].days.[]
func at(data any, places []string) (found []any) {
	for _, place := range places {
		subjects := []any{data}
		for _, step := range strings.Split(place, ".")[1:] {
			var within []any
			for _, subject := range subjects {
				if step == "[]" {
					within = append(within, list(subject)...)
				} else if member, isSet := object(subject)[step]; isSet {
					within = append(within, member)
				}
			}
			subjects = within
		}
		for _, subject := range subjects {
			switch subject.(type) {
			case map[string]any, []any:
				found = append(found, subject)
			}
		}
	}
	return found
}

// known leaves out members that are null.
func known(value any) any {
	switch value := value.(type) {
	case map[string]any:
		members := map[string]any{}
		for name, member := range value {
			if member != nil {
				members[name] = known(member)
			}
		}
		return members
	case []any:
		elements := make([]any, len(value))
		for index, element := range value {
			elements[index] = known(element)
		}
		return elements
	}
	return value
}

func object(value any) map[string]any {
	members, _ := value.(map[string]any)
	return members
}

func list(value any) []any {
	elements, _ := value.([]any)
	return elements
}

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
		function("unique", cel.BoolType, 1, unique),
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

func unique(a []ref.Val) ref.Val {
	all := elements(a[0])
	for index, element := range all {
		for _, other := range all[:index] {
			if element.Equal(other) == types.True {
				return types.False
			}
		}
	}
	return types.True
}

func slice(a []ref.Val) ref.Val {
	all, from, to := elements(a[0]), number(a[1]), number(a[2])
	if from < 0 || from > to || to > float64(len(all)) {
		panic(errUnknown)
	}
	return types.DefaultTypeAdapter.NativeToValue(all[int(from):int(to)])
}
