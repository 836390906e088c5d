package bench

import "fmt"

// Photograph uploads a photo of a building.
func Photograph(m *Caller, community, building int, picture ...byte) *Reply {
	if picture == nil {
		picture = JPEG(30, 20)
	}
	return m.Upload(fmt.Sprintf("/app/community-map/%d/%d", community, building), nil,
		Attachment{Field: "file", Name: "photo.jpg", Body: picture})
}
