// Package rules evaluates the rules of the OpenAPI document, x-rules, on responses.
// It needs cel.dev/cel-go v0.33.2.
package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"cel.dev/cel-go/cel"
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
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
