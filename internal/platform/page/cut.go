package page

// Cut is a page of a short list that is read whole, in its own order.
func Cut[T any](all []T, order Sorting, r Request) (Of[T], error) {
	number, size, err := r.bounds()
	if err != nil {
		return Of[T]{}, err
	}
	total := len(all)
	from := min((number-1)*size, total)
	return Of[T]{
		Pagination: Totals{Page: number, Size: size, TotalItems: int64(total), TotalPages: int64((total + size - 1) / size)},
		Sortings:   []Sorting{order},
		Items:      all[from:min(from+size, total)],
	}, nil
}
