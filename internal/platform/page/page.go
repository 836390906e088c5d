// Package page answers lists: what callers ask for, which sortings a list
// allows, and pages with exact totals.
package page

import (
	"cmp"
	"context"
	"strings"

	"hearten/internal/platform/db"
	"hearten/internal/platform/fault"
)

// Sizes of a page.
const (
	DefaultSize = 10
	MaxSize     = 100
)

// Pagination is which page a caller asks for.
type Pagination struct {
	Page       int `json:"page,omitempty" minimum:"1" maximum:"1000000000" default:"1" doc:"The first page is 1"`
	Size       int `json:"size,omitempty" minimum:"1" default:"10" doc:"Rows a page; more than 100 is taken as 100"`
	TotalItems int `json:"totalItems,omitempty" doc:"Ignored in requests"`
	TotalPages int `json:"totalPages,omitempty" doc:"Ignored in requests"`
}

// Sorting is one order a caller asks for.
type Sorting struct {
	Property  string `json:"property" minLength:"1" maxLength:"50" doc:"A field of the list's items"`
	Direction string `json:"direction" doc:"ASC or DESC, in any case"`
}

// Request is the paging part of a list's body; embed it.
type Request struct {
	Pagination *Pagination `json:"pagination,omitempty"`
	Sortings   []Sorting   `json:"sortings,omitempty" nullable:"true" maxItems:"3"`
}

// Totals is the pagination of a reply.
type Totals struct {
	Page       int   `json:"page"`
	Size       int   `json:"size"`
	TotalItems int64 `json:"totalItems"`
	TotalPages int64 `json:"totalPages"`
}

// Of is a page of items.
type Of[T any] struct {
	Pagination Totals    `json:"pagination"`
	Sortings   []Sorting `json:"sortings"`
	Items      []T       `json:"items"`
}

// Map turns the rows of a page into what the reply shows.
func Map[R, T any](p Of[R], show func(R) T) Of[T] {
	out := Of[T]{Pagination: p.Pagination, Sortings: p.Sortings, Items: make([]T, len(p.Items))}
	for i, row := range p.Items {
		out.Items[i] = show(row)
	}
	return out
}

// Query is a list: what is read, which rows, and how it may be sorted.
type Query struct {
	Select string
	From   string
	Filter *db.Filter
	// Args are the values of names in Select, From and Core.
	Args  db.Args
	Sorts Sorts
	// Tie is the id column: the last word of every order.
	Tie string
	// Total tells how many rows there are, for a list that keeps count of them;
	// others are counted.
	Total func(ctx context.Context) (int64, error)
	// Core is the part of From that the conditions and the sorts speak of, when
	// the rest only adds columns. Totals are counted in it, and the page's rows
	// chosen in it before the rest is read: an index that holds what is asked
	// for then does for both.
	Core string
	// Beside counts while the rows are looked for: a search walks everything for
	// either, and need not do so one after the other.
	Beside bool
}

// Fetch reads one page with its exact totals.
func Fetch[R any](ctx context.Context, d *db.DB, q Query, r Request) (Of[R], error) {
	number, size, err := r.bounds()
	if err != nil {
		return Of[R]{}, err
	}
	order, sorts, applied, err := q.Sorts.order(r.Sortings, q.Tie)
	if err != nil {
		return Of[R]{}, err
	}
	offset := (number - 1) * size
	var beside <-chan counted
	if q.Beside {
		beside = q.count(ctx, d)
	}
	text := q.rows(order, sorts, size, offset)
	rows, err := db.All[R](ctx, d, text, q.args(text))
	total := int64(offset + len(rows))
	switch {
	case beside != nil:
		c := <-beside
		total, err = c.total, cmp.Or(err, c.err)
	case err == nil && (len(rows) == size || len(rows) == 0 && offset > 0): // not the last page: the rows do not tell
		total, err = q.total(ctx, d)
	}
	if err != nil {
		return Of[R]{}, err
	}
	return Of[R]{
		Pagination: Totals{Page: number, Size: size, TotalItems: total, TotalPages: (total + int64(size) - 1) / int64(size)},
		Sortings:   applied,
		Items:      rows,
	}, nil
}

func (r Request) bounds() (number, size int, err error) {
	number, size = 1, DefaultSize
	if p := r.Pagination; p != nil {
		number, size = p.Page, min(p.Size, MaxSize)
	}
	if number < 1 || size < 1 {
		return 0, 0, fault.Invalid(ruleFromOne.On("pagination"))
	}
	return number, size, nil
}

var (
	ruleFromOne   = fault.NewRule("頁碼和每頁數量必須由 1 開始", "page and size begin at 1")
	ruleSortable  = fault.NewRule("不能按此欄位排序", "cannot be sorted by")
	ruleDirection = fault.NewRule("必須是 ASC 或 DESC", "must be ASC or DESC")
)

// fold makes names of properties comparable: case, - and _ do not matter.
func fold(property string) string { return strings.ToLower(withoutMarks.Replace(property)) }

var withoutMarks = strings.NewReplacer("-", "", "_", "")
