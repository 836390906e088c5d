package words

import "unicode/utf8"

// Clip cuts a text to so many bytes, between characters: PostgreSQL refuses
// half a character.
func Clip(text string, length int) string {
	if len(text) <= length {
		return text
	}
	cut := length - len("…")
	for cut > 0 && !utf8.RuneStart(text[cut]) {
		cut--
	}
	return text[:max(cut, 0)] + "…"
}
