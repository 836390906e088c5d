package catalog

import (
	"cmp"
	"embed"
	"errors"
	"io/fs"
	"path"
	"reflect"
	"slices"
	"sync"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
)

//go:embed content
var content embed.FS

// Embedded is the content that comes with the program.
func Embedded() fs.FS {
	folder, err := fs.Sub(content, "content")
	if err != nil {
		panic(err) // the name is a constant and valid
	}
	return folder
}

// The content files; every lesson has one more under lessonsFolder.
const (
	districtsFile = "districts.yaml"
	buildingsFile = "buildings.yaml"
	mascotsFile   = "mascots.yaml"
	itemsFile     = "items.yaml"
	vouchersFile  = "vouchers.yaml"
	missionsFile  = "missions.yaml"
	levelsFile    = "levels.yaml"
	resourcesFile = "resource-types.yaml"
	contactsFile  = "crisis-contacts.yaml"
	consentFile   = "consent.yaml"
	settingsFile  = "settings.yaml"
	lessonsFolder = "lessons"
)

// LoadEmbedded reads the catalogue that comes with the binary, once.
var LoadEmbedded = sync.OnceValues(func() (*Catalogue, error) { return Load(Embedded()) })

// Load reads and checks a folder of content files. Its error is Faults.
func Load(fsys fs.FS) (*Catalogue, error) {
	c := &Catalogue{}
	l := &loader{fsys: fsys, broken: map[string]bool{}, read: map[string]bool{}}
	var places []communityPlaces
	for _, section := range []struct {
		file, key string
		into      any
	}{
		{districtsFile, "districts", &c.Districts},
		{buildingsFile, "buildings", &places},
		{mascotsFile, "mascots", &c.Mascots},
		{itemsFile, "items", &c.Items},
		{vouchersFile, "vouchers", &c.Vouchers},
		{missionsFile, "missions", &c.Missions},
		{levelsFile, "levels", &c.Levels},
		{resourcesFile, "resourceTypes", &c.ResourceTypes},
		{contactsFile, "contacts", &c.CrisisContacts},
		{consentFile, "consent", &c.Consent},
		{settingsFile, "settings", &c.Settings},
	} {
		l.section(section.file, section.key, section.into)
	}
	c.Buildings = buildingsOf(places)
	c.Lessons = l.lessons()
	l.strangers()

	faults := append(l.faults, check(c, l.broken)...)
	if len(faults) == 0 {
		faults = checkFirstDay(c) // its sums mean something only on sound content
	}
	if len(faults) > 0 {
		faults.sort()
		return nil, faults
	}
	return c, nil
}

// loader reads files and remembers what was wrong with them.
type loader struct {
	fsys   fs.FS
	faults Faults
	broken map[string]bool // files whose entries must not be judged any further
	read   map[string]bool
}

// section reads a file that holds one named section.
func (l *loader) section(file, key string, into any) {
	l.decode(file, func(d *decoder, root ast.Node) {
		m, ok := root.(*ast.MappingNode)
		if !ok {
			d.refuse(root, "the file must be a group of fields")
			return
		}
		d.fields(m, map[string]target{key: {value: reflect.ValueOf(into).Elem()}})
	})
}

// lessons reads every lesson; one with faults is left out, so that the rules
// still judge the others.
func (l *loader) lessons() []Lesson {
	files, err := fs.Glob(l.fsys, lessonsFolder+"/*.yaml")
	if err != nil || len(files) == 0 {
		l.faults.add(Place{lessonsFolder, 1}, "there are no lessons")
	}
	var lessons []Lesson
	for _, file := range files {
		var lesson Lesson
		if l.file(file, reflect.ValueOf(&lesson).Elem()) {
			lessons = append(lessons, lesson)
		}
	}
	slices.SortFunc(lessons, func(a, b Lesson) int {
		return cmp.Or(cmp.Compare(a.Order, b.Order), cmp.Compare(a.Key, b.Key))
	})
	return lessons
}

// file decodes a file into a struct and reports whether it had no fault.
func (l *loader) file(file string, into reflect.Value) bool {
	return l.decode(file, func(d *decoder, root ast.Node) { d.value(root, into, "the file") })
}

// decode parses a file, hands its root on and reports whether it had no fault.
func (l *loader) decode(file string, with func(d *decoder, root ast.Node)) bool {
	l.read[file] = true
	d := &decoder{file: file}
	if root := l.parse(d); root != nil {
		with(d, root)
	}
	l.faults = append(l.faults, d.faults...)
	l.broken[file] = len(d.faults) > 0
	return len(d.faults) == 0
}

// parse answers the root of the file, or nil and a fault.
func (l *loader) parse(d *decoder) ast.Node {
	text, err := fs.ReadFile(l.fsys, d.file)
	if err != nil {
		reason := err.Error()
		if errors.Is(err, fs.ErrNotExist) {
			reason = "the file is missing"
		}
		d.faults.add(Place{d.file, 1}, "%s", reason)
		return nil
	}
	// The decoder finds fields given twice; the parser would stop at the first.
	tree, err := parser.ParseBytes(text, 0, parser.AllowDuplicateMapKey())
	var syntax yaml.Error
	switch {
	case errors.As(err, &syntax):
		d.faults.add(Place{d.file, syntax.GetToken().Position.Line}, "%s", syntax.GetMessage())
	case err != nil:
		d.faults.add(Place{d.file, 1}, "%s", err)
	case len(tree.Docs) != 1 || tree.Docs[0].Body == nil:
		d.faults.add(Place{d.file, 1}, "the file must hold one document")
	default:
		return tree.Docs[0].Body
	}
	return nil
}

// strangers refuses files that nothing reads: most likely a name is misspelt.
func (l *loader) strangers() {
	err := fs.WalkDir(l.fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && !l.read[name] {
			l.faults.add(Place{name, 1}, "the catalogue has no file %s", path.Base(name))
		}
		return err
	})
	if err != nil {
		l.faults.add(Place{".", 1}, "%s", err)
	}
}

func buildingsOf(communities []communityPlaces) []Building {
	var all []Building
	for _, c := range communities {
		for _, b := range c.Places {
			b.Community = c.Community
			all = append(all, b)
		}
	}
	return all
}
