package test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// source is one Go file of the product, read as text and as syntax.
type source struct {
	path   string // such as internal/survey/store.go
	folder string // such as internal/survey
	name   string // such as store.go
	set    *token.FileSet
	file   *ast.File
}

// area is the first folder below internal, "" for what is not there.
func (s source) area() string {
	rest, ok := strings.CutPrefix(s.folder, "internal/")
	if !ok {
		return ""
	}
	first, _, _ := strings.Cut(rest, "/")
	return first
}

func (s source) isStore() bool { return strings.HasPrefix(s.name, "store") }

func (s source) isHTTP() bool { return s.name == "routes.go" || strings.HasPrefix(s.name, "http") }

func (s source) imports() []string {
	var all []string
	for _, i := range s.file.Imports {
		text, _ := strconv.Unquote(i.Path.Value)
		all = append(all, text)
	}
	return all
}

// texts calls visit with every string literal and its line.
func (s source) texts(visit func(line int, text string)) {
	ast.Inspect(s.file, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		if ok && lit.Kind == token.STRING {
			if text, err := strconv.Unquote(lit.Value); err == nil {
				visit(s.set.Position(lit.Pos()).Line, text)
			}
		}
		return true
	})
}

// sources are the product's Go files without tests.
func sources(t *testing.T) []source {
	t.Helper()
	var all []source
	set := token.NewFileSet()
	for _, root := range []string{"cmd", "internal"} {
		err := filepath.WalkDir(filepath.Join("..", root), func(file string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") {
				return err
			}
			parsed, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
			if err != nil {
				return err
			}
			name := filepath.ToSlash(strings.TrimPrefix(file, ".."+string(filepath.Separator)))
			all = append(all, source{path: name, folder: path.Dir(name), name: path.Base(name), set: set, file: parsed})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(all) < 100 {
		t.Fatalf("found only %d files", len(all))
	}
	return all
}

var (
	isSQL = regexp.MustCompile(`(?s)\b(SELECT\b.*\bFROM|INSERT INTO|UPDATE \w+ SET|DELETE FROM|LEFT JOIN|ORDER BY|ON CONFLICT)\b|\bWHERE [\w(]`)
	// A state, type or kind as a bare number.
	numberedState = regexp.MustCompile(`\b(status|user_type|state|kind)\s*(=|<>|<|>|IN\s*\()\s*\d`)
	placeholder   = regexp.MustCompile(`\$\d`)
	rowLock       = regexp.MustCompile(`\bFOR (NO KEY )?(UPDATE|SHARE)\b`)
	assignment    = regexp.MustCompile(`\bSET (\w+) = (\w+)\s*(,|WHERE|$)`)
	limitFence    = regexp.MustCompile(`\bLIMIT \d{5,}`)
)

// SQL stands in store files, names its arguments and states, and leaves locks
// to package db.
func TestSQLStaysInStores(t *testing.T) {
	for _, s := range sources(t) {
		if s.folder == "internal/platform/db" {
			continue
		}
		s.texts(func(line int, text string) {
			wrong := func(why string) { t.Errorf("%s:%d: %s: %.60q", s.path, line, why, text) }
			if isSQL.MatchString(text) && !s.isStore() {
				wrong("SQL outside a store file")
			}
			if !s.isStore() {
				return
			}
			if placeholder.MatchString(text) {
				wrong("a positional argument; name it @name")
			}
			if numberedState.MatchString(text) {
				wrong("a state as a number; use its constant")
			}
			if rowLock.MatchString(text) {
				wrong("a lock of its own; use db.Lock, db.LockOne or db.LockAll")
			}
			if limitFence.MatchString(text) {
				wrong("a limit as a fence; use MATERIALIZED")
			}
			for _, m := range assignment.FindAllStringSubmatch(text, -1) {
				if m[1] == m[2] {
					wrong("an update that changes nothing; use db.Lock")
				}
			}
		})
		ast.Inspect(s.file, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if ok && isSelector(lit.Type, "db", "Filter") && !s.isStore() && s.folder != "internal/platform/access" {
				t.Errorf("%s:%d: a filter outside a store file", s.path, s.set.Position(lit.Pos()).Line)
			}
			return true
		})
	}
}

func isSelector(e ast.Expr, pkg, name string) bool {
	sel, ok := e.(*ast.SelectorExpr)
	if !ok || sel.Sel.Name != name {
		return false
	}
	id, ok := sel.X.(*ast.Ident)
	return ok && id.Name == pkg
}

// HTTP stands in http and routes files, and huma in package api alone.
func TestHTTPStaysAtTheEdge(t *testing.T) {
	for _, s := range sources(t) {
		for _, i := range s.imports() {
			if strings.HasPrefix(i, "github.com/danielgtaylor/huma") && s.folder != "internal/platform/api" {
				t.Errorf("%s imports huma", s.path)
			}
			if i == "hearten/internal/platform/api" && !s.isHTTP() && s.area() != "app" {
				t.Errorf("%s imports platform/api: only http*.go and routes.go may", s.path)
			}
		}
	}
}

// Imports point down: cmd, then app with demo and doctor, then areas, then the
// platform.
func TestImportsPointDown(t *testing.T) {
	top := []string{"app", "demo", "doctor"}
	for _, s := range sources(t) {
		for _, i := range s.imports() {
			if strings.HasPrefix(i, "hearten/test") || strings.HasPrefix(i, "hearten/tools") || strings.HasPrefix(i, "hearten/cmd") {
				t.Errorf("%s imports %s", s.path, i)
			}
			to, ok := strings.CutPrefix(i, "hearten/internal/")
			if !ok {
				continue
			}
			to, _, _ = strings.Cut(to, "/")
			if s.area() == "platform" && to != "platform" {
				t.Errorf("%s imports %s: the platform knows no area", s.path, i)
			}
			if slices.Contains(top, to) && s.area() != "" && !slices.Contains(top, s.area()) {
				t.Errorf("%s imports %s: areas do not know how they are put together", s.path, i)
			}
		}
	}
}

// No type has two methods that only the case of a letter tells apart.
func TestMethodsDifferByMoreThanCase(t *testing.T) {
	seen := map[string]string{}
	for _, s := range sources(t) {
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || f.Recv == nil {
				continue
			}
			receiver := f.Recv.List[0].Type
			if star, ok := receiver.(*ast.StarExpr); ok {
				receiver = star.X
			}
			if generic, ok := receiver.(*ast.IndexExpr); ok {
				receiver = generic.X
			}
			id, ok := receiver.(*ast.Ident)
			if !ok {
				continue
			}
			key := s.folder + " " + id.Name + "." + strings.ToLower(f.Name.Name)
			if other, ok := seen[key]; ok {
				t.Errorf("%s: %s.%s differs from %s by case alone", s.path, id.Name, f.Name.Name, other)
			}
			seen[key] = f.Name.Name
		}
	}
}

// Every rules.go has its table test beside it.
func TestRulesHaveTests(t *testing.T) {
	for _, s := range sources(t) {
		if s.name != "rules.go" {
			continue
		}
		if _, err := os.Stat(filepath.Join("..", s.folder, "rules_test.go")); err != nil {
			t.Errorf("%s has no rules_test.go", s.folder)
		}
	}
}

// docs/architecture.md names the packages that are there, and no others.
func TestArchitectureDocumentAgrees(t *testing.T) {
	text, err := os.ReadFile("../docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, m := range regexp.MustCompile("`(internal/[a-z/]+)`").FindAllStringSubmatch(string(text), -1) {
		named[m[1]] = true
	}
	there := map[string]bool{}
	for _, s := range sources(t) {
		if s.area() != "" {
			there[s.folder] = true
		}
	}
	for folder := range there {
		if !named[folder] {
			t.Errorf("docs/architecture.md does not name %s", folder)
		}
	}
	for folder := range named {
		if !there[folder] {
			t.Errorf("docs/architecture.md names %s, which is not there", folder)
		}
	}
}

// Migrations are numbered without gaps.
func TestMigrationsHaveNoGaps(t *testing.T) {
	files, err := filepath.Glob("../internal/platform/db/migrations/*.sql")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for i, f := range files {
		number, _, _ := strings.Cut(filepath.Base(f), "_")
		if n, err := strconv.Atoi(number); err != nil || n != i+1 {
			t.Errorf("%s is number %d of the folder", filepath.Base(f), i+1)
		}
	}
}
