package membership_test

import (
	"fmt"
	"strings"
	"testing"

	"hearten/internal/platform/access"
	"hearten/test/bench"
)

func counts(r *bench.Reply) string {
	return fmt.Sprint(r.Int("data.total"), r.Int("data.created"), r.Int("data.updated"), r.Int("data.skipped"), len(r.List("data.errors", "row")))
}

func TestMemberImport(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief := w.Staff(access.Chief, access.CentreA)
		// As a spreadsheet writes it: a mark, CRLF, quotes, another order, columns of its own, empty rows.
		list := "\uFEFFdistrict,ServiceNumber,phone,email,birthday,note\r\n" +
			"觀塘,S1,91230001,,1990-02-28,\"a \"\"note\"\"\r\nof two lines\"\r\n" +
			"kt,S2,,Mei@Example.hk,,\r\n" +
			"\"九龍城\",\"S,3\",9123 0003,,1990/2/28\r\n" +
			",,,,,\r\n\r\n"
		dry := bench.ImportMembers(chief, "?dryRun=true", list).OK()
		if counts(dry) != "3 3 0 0 0" || bench.Dump(w, "member_list") != "" {
			t.Fatalf("a dry run: %s", dry.Text)
		}
		if done := bench.ImportMembers(chief, "", list).OK(); counts(done) != "3 3 0 0 0" {
			t.Fatalf("imported: %s", done.Text)
		}
		stored := bench.Dump(w, "member_list")
		if strings.Contains(stored, "91230001") || strings.Contains(strings.ToLower(stored), "mei@") || strings.Count(stored, "1990-02-28") != 2 {
			t.Fatalf("stored: %s", stored)
		}
		if again := bench.ImportMembers(chief, "?dryRun=false", list).OK(); counts(again) != "3 0 0 3 0" || bench.Dump(w, "member_list") != stored {
			t.Fatalf("again: %s", again.Text)
		}
		if changed := bench.ImportMembers(chief, "", bench.MemberListHeader+"S1,91230009,,1990-02-28,kt\nS2,,mei@example.hk,,2\n").OK(); counts(changed) != "2 0 1 1 0" {
			t.Fatalf("changed: %s", changed.Text)
		}
		// The list is what applications are held against.
		m := bench.SetDistrict(w.SignUp("91230009"), w.District(0), 1)
		if got := m.Put("/app/users/join-member", bench.Body{"serviceNumber": "S1"}).OK(); got.Int("data.status") != 1 {
			t.Fatalf("on the list: %s", got.Text)
		}
		log := chief.Post("/web/audit/page", bench.Body{"action": "post-web-users-import"}).OK()
		if log.Int("data.pagination.totalItems") != 3 || strings.Contains(log.Text, "9123") {
			t.Errorf("the log: %s", log.Text)
		}
	})
}

func TestMemberImportErrors(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief := w.Staff(access.Chief, access.CentreA)
		list := bench.MemberListHeader +
			"S1,91230001,,,kt\n" + // good
			",91230002,,,kt\n" +
			strings.Repeat("9", 32) + ",91230002,,,kt\n" +
			"S4,12345678,,,kt\n" +
			"S5,,mei,,kt\n" +
			"S6,,,,kt\n" +
			"S7,91230002,,2026-11-16,kt\n" +
			"S8,91230002,,28/2/1990,kt\n" +
			"S9,91230002,,,\n" +
			"S10,91230002,,,火星\n" +
			"S11,91230002,,,ssp\n" + // another centre
			"S12,91230002,,,灣仔\n" + // none
			"S1,91230002,,,觀塘\n" + // twice
			"S14,1,x,1,y\n" +
			"S15\n"
		got := bench.ImportMembers(chief.English(), "?dryRun=true", list).OK()
		want := []string{"3 serviceNumber 1 to 31", "4 serviceNumber 1 to 31", "5 phone 8-digit", "6 email email", "7 phone required", "8 birthday 1900", "9 birthday 1900",
			"10 district required", "11 district no such", "12 district your centre", "13 district partner", "14 serviceNumber row 2",
			"15 phone 8-digit", "15 email email", "15 birthday 1900", "15 district no such", "16 phone required", "16 district required"}
		if counts(got) != fmt.Sprint(15, 1, 0, 14, len(want)) {
			t.Fatalf("counted: %s", got.Text)
		}
		for i, row := range got.List("data.errors", "row") {
			at := fmt.Sprintf("data.errors.%d.", i)
			parts := strings.SplitN(want[i], " ", 3)
			if fmt.Sprint(row) != parts[0] || got.String(at+"field") != parts[1] || !strings.Contains(got.String(at+"message"), parts[2]) {
				t.Errorf("error %d is %v %s %q, want %s", i, row, got.String(at+"field"), got.String(at+"message"), want[i])
			}
		}
		if zh := bench.ImportMembers(chief, "", list).OK(); zh.String("data.errors.11.message") != "與第 2 行重複" || counts(zh) != counts(got) {
			t.Errorf("in Chinese: %s", zh.Text)
		}
		if all := bench.ImportMembers(w.Admin(), "", bench.MemberListHeader+"S1,91230001,,,kt\nS1,91230001,,,ssp\n").OK(); counts(all) != "2 1 0 1 0" {
			t.Errorf("both centres: %s", all.Text)
		}
	})
}

func TestMemberImportBadFiles(t *testing.T) {
	bench.Each(t, func(t *testing.T, w *bench.World) {
		chief := w.Staff(access.Chief, access.CentreA)
		for name, text := range map[string]string{
			"nothing": "", "no header": "S1,91230001,,,kt\n", "a column less": "serviceNumber,phone,email,birthday\n", "semicolons": strings.ReplaceAll(bench.MemberListHeader, ",", ";"),
			"a column twice": "phone," + bench.MemberListHeader,
			"Big5":           bench.MemberListHeader + "S1,91230001,,,\xc6[\xb6\xed\n", "UTF-16": "\xff\xfes\x00e\x00", "NUL": bench.MemberListHeader + "S\x001,91230001,,,kt\n",
			"a broken quote": bench.MemberListHeader + "S1,\"91230001,,,kt\n", "too many rows": bench.MemberListHeader + strings.Repeat("S1,91230001,,,kt\n", 10_001),
		} {
			if r := bench.ImportMembers(chief, "", text); r.Status != 400 || r.Header.Get("X-Error-Code") != "BAD_FILE" {
				t.Errorf("%s: %d %s", name, r.Status, r.Text)
			}
		}
		bench.ImportMembers(chief, "?dryRun=perhaps", bench.MemberListHeader).Fails(400, "VALIDATION")
		bench.ImportMembers(chief, "", bench.MemberListHeader+strings.Repeat(" ", 1<<20)).Fails(413, "TOO_LARGE")
		bench.ImportMembers(chief, "", strings.Repeat(" ", 2<<20)).Fails(413, "TOO_LARGE")
		chief.Upload("/web/users/import", nil).Fails(400, "VALIDATION", "file")
		chief.Post("/web/users/import", bench.Body{}).Fails(415, "UNSUPPORTED_MEDIA_TYPE")
		if got := bench.ImportMembers(chief, "", bench.MemberListHeader).OK(); counts(got) != "0 0 0 0 0" {
			t.Errorf("no rows: %s", got.Text)
		}
		var many strings.Builder
		many.WriteString(bench.MemberListHeader)
		for i := range 10_000 {
			fmt.Fprintf(&many, "N%d,9%07d,m%d@example.hk,1990-01-01,kt\n", i, i, i)
		}
		var few int
		statements := len(w.Statements(func() { few = bench.ImportMembers(chief, "", many.String()).OK().Int("data.created") }))
		if few != 10_000 || statements > 40 {
			t.Errorf("%d rows in %d statements", few, statements)
		}
	})
}
