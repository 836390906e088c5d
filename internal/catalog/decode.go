package catalog

import (
	"encoding"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
)

// decoder fills Go values from the parsed nodes of one file. The YAML library
// would stop at the first fault and take "12" for a number; an editor is better
// served by all faults at once, each with its line.
type decoder struct {
	file   string
	faults Faults
}

var (
	placeType = reflect.TypeFor[Place]()
	textType  = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// value decodes a node by the type it goes into; name is how the fault calls
// it. It reports whether the node had the right form.
func (d *decoder) value(n ast.Node, into reflect.Value, name string) bool {
	switch {
	case into.Addr().Type().Implements(textType):
		return d.parsed(n, into.Addr().Interface().(encoding.TextUnmarshaler), name)
	case into.Kind() == reflect.Pointer:
		into.Set(reflect.New(into.Type().Elem()))
		return d.value(n, into.Elem(), name)
	case into.Kind() == reflect.Struct:
		return d.group(n, into, name)
	case into.Kind() == reflect.Slice:
		return d.list(n, into, name)
	case into.Kind() == reflect.Int:
		return d.number(n, into, name)
	case into.Kind() == reflect.Bool:
		b, ok := n.(*ast.BoolNode)
		if !ok {
			return d.refuse(n, name+" must be true or false")
		}
		into.SetBool(b.Value)
		return true
	default:
		text, ok := plainText(n)
		if !ok {
			return d.refuse(n, name+" must be text; write numbers, true and false in quotes")
		}
		into.SetString(text)
		return true
	}
}

func (d *decoder) group(n ast.Node, into reflect.Value, name string) bool {
	m, ok := n.(*ast.MappingNode)
	if !ok {
		return d.refuse(n, name+" must be a group of fields")
	}
	if p, ok := into.Addr().Interface().(interface{ preset() }); ok {
		p.preset()
	}
	targets := map[string]target{}
	for key, f := range fieldsOf(into.Type()) {
		targets[key] = target{into.FieldByIndex(f.Index), f.optional}
	}
	d.fields(m, targets)
	at := d.place(n)
	if f, ok := into.Type().FieldByName("Place"); ok && f.Type == placeType {
		into.FieldByIndex(f.Index).Set(reflect.ValueOf(at))
	}
	return true
}

// target is where a field goes.
type target struct {
	value    reflect.Value
	optional bool
}

// fields decodes the fields of a group, each into its target.
func (d *decoder) fields(m *ast.MappingNode, targets map[string]target) {
	given := map[string]bool{}
	for _, pair := range m.Values {
		key := pair.Key.GetToken().Value
		to, known := targets[key]
		switch {
		case !known:
			d.refuse(pair.Key, "unknown field "+key)
		case given[key]:
			d.refuse(pair.Key, key+" is given twice")
		case d.value(pair.Value, to.value, key) && isEmpty(to.value):
			d.refuse(pair.Key, key+" is empty")
		}
		given[key] = true
	}
	for key, to := range targets {
		if !given[key] && !to.optional {
			d.faults.add(d.place(m), "%s is missing", key)
		}
	}
}

func (d *decoder) list(n ast.Node, into reflect.Value, name string) bool {
	s, ok := n.(*ast.SequenceNode)
	if !ok {
		return d.refuse(n, name+" must be a list")
	}
	into.Set(reflect.MakeSlice(into.Type(), len(s.Values), len(s.Values)))
	for i, element := range s.Values {
		d.value(element, into.Index(i), "an entry of "+name)
	}
	return true
}

func (d *decoder) number(n ast.Node, into reflect.Value, name string) bool {
	if i, ok := n.(*ast.IntegerNode); ok {
		number, err := strconv.ParseInt(fmt.Sprint(i.Value), 10, 32) // amounts stay small, their sums in range
		if err == nil {
			into.SetInt(number)
			return true
		}
	}
	return d.refuse(n, name+" must be a whole number")
}

func (d *decoder) parsed(n ast.Node, into encoding.TextUnmarshaler, name string) bool {
	text, ok := plainText(n)
	if !ok {
		return d.refuse(n, name+" must be text")
	}
	if err := into.UnmarshalText([]byte(text)); err != nil {
		return d.refuse(n, name+": "+err.Error())
	}
	return true
}

func (d *decoder) refuse(n ast.Node, reason string) bool {
	d.faults.add(d.place(n), "%s", reason)
	return false
}

// place is the line of a node; a group is where its first field is, since its
// own token is the colon of that field.
func (d *decoder) place(n ast.Node) Place {
	return Place{d.file, n.GetToken().Position.Line}
}

func plainText(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		return n.Value, true
	case *ast.LiteralNode:
		return n.Value.Value, true
	}
	return "", false
}

func isEmpty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.String:
		return strings.TrimSpace(v.String()) == ""
	case reflect.Slice:
		return v.Len() == 0
	}
	return false
}

type field struct {
	reflect.StructField
	optional bool
}

// fieldsOf finds the fields a file may give, by their names there.
func fieldsOf(t reflect.Type) map[string]field {
	fields := map[string]field{}
	for _, f := range reflect.VisibleFields(t) {
		name, option, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if name != "" && name != "-" {
			fields[name] = field{f, option == "omitempty"}
		}
	}
	return fields
}
