package jsonpath

import (
	"encoding/json"
	"testing"
)

func TestAt(t *testing.T) {
	var data any
	if err := json.Unmarshal([]byte(`{"items":[{"id":"a","n":3},{"id":"b"}],"none":null}`), &data); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]any{
		"items.0.id": "a", "items.1.id": "b", "items.0.n": 3.0,
		"items.2.id": nil, "items.-1.id": nil, "items.first": nil, "items.0.id.x": nil, "none.x": nil, "absent": nil,
	} {
		if got := At(data, path); got != want {
			t.Errorf("%s is %v, want %v", path, got, want)
		}
	}
	if Text(data, "items.0.id") != "a" || Text(data, "items.0.n") != "" || Int(data, "items.0.n") != 3 || Int(data, "none") != 0 {
		t.Error("a text or a number is not as it stands there")
	}
	if len(List(data, "items")) != 2 || len(List(data, "none")) != 0 || len(List(List(data, "items"), "")) != 2 {
		t.Error("a list is not as it stands there")
	}
}
