package api

// OrZero is the value of a field that may be left out, or the zero value.
func OrZero[T any](v *T) T {
	if v == nil {
		return *new(T)
	}
	return *v
}
