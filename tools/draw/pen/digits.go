package pen

// digits are the figures, each as strokes in a box of 10 by 16.
var digits = [10]Path{
	0: Oval(5, 8, 4.6, 7.6),
	1: Lines(2.2, 3.4, 5.6, 0.6, 5.6, 15.6),
	2: From(0.8, 4.6).Cubic(1, -1.2, 9.4, -1, 9, 4.8).Cubic(8.8, 8, 3.4, 11.4, 0.8, 15.4).To(9.4, 15.4),
	3: From(1, 2.8).Cubic(3, -0.8, 9, -0.2, 8.8, 4.2).Cubic(8.6, 7, 6, 7.6, 4.2, 7.6).
		Cubic(6.6, 7.6, 9.4, 8.6, 9.4, 11.4).Cubic(9.2, 16.6, 2, 17, 0.6, 13),
	4: Lines(6.8, 15.6, 6.8, 0.6, 0.6, 11, 9.6, 11),
	5: From(8.6, 0.6).To(2, 0.6).To(1.4, 7.2).Cubic(4, 5, 9.4, 5.4, 9.4, 10.4).Cubic(9.2, 16.2, 2.6, 17, 0.6, 13.4),
	6: From(8, 1).Cubic(4, 2, 0.6, 6.4, 0.6, 10.8).Cubic(0.6, 17.2, 9.4, 17.2, 9.4, 10.8).
		Cubic(9.4, 5, 2, 5, 0.8, 10),
	7: Lines(0.8, 0.6, 9.2, 0.6, 3.6, 15.6),
	8: Oval(5, 4.2, 3.8, 3.7).And(Oval(5, 11.8, 4.5, 3.9)),
	9: From(2, 15).Cubic(6, 14, 9.4, 9.6, 9.4, 5.2).Cubic(9.4, -1.2, 0.6, -1.2, 0.6, 5.2).
		Cubic(0.6, 11, 8, 11, 9.2, 6),
}

// digitStep is from one figure to the next.
const digitStep = 13

// Number writes a number in strokes around a centre, with figures of a height.
func Number(cx, cy, height float64, number int) Path {
	var figures []int
	for ; number > 0; number /= 10 {
		figures = append([]int{number % 10}, figures...)
	}
	scale := height / 16
	left := cx - scale*(float64(len(figures))*digitStep-(digitStep-10))/2
	var p Path
	for i, figure := range figures {
		p = p.And(digits[figure].Stretch(scale, scale, 0, 0).
			Shift(left+scale*digitStep*float64(i), cy-height/2))
	}
	return p
}
