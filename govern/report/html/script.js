"use strict";
(() => {
  const $ = (selector, within = document) => within.querySelector(selector);
  const $$ = (selector, within = document) => [...within.querySelectorAll(selector)];
  const data = (key) => JSON.parse(document.getElementById(`data-${key}`).textContent);
  const make = (name, properties = {}, ...children) => {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children.filter((child) => child !== null));
    return made;
  };
  // The text of a server: isolated, with its hidden characters marked as elsewhere on the page.
  const theirs = (said, name = "bdi", cls = "theirs") => {
    const pieces = String(said).split(/(‹U\+[0-9A-F]{4,6}›)/);
    const made = pieces.map((piece, at) => (at % 2 ? make("mark", { className: "hidden", textContent: piece }) : piece));
    return make(name, { className: cls, dir: "auto" }, ...made);
  };
  const badge = (cls, sign, said) =>
    make("span", { className: `badge ${cls}` }, make("span", { className: "sign", ariaHidden: "true", textContent: sign }), said);
  const SIGNS = { BREAKING: "✕", RISKY: "▲", SAFE: "✓", low: "▁", unknown: "?", medium: "▃", high: "▅", critical: "▇" };
  const RANKS = ["low", "unknown", "medium", "high", "critical"];
  const HARMS = ["SAFE", "RISKY", "BREAKING"];
  const count = (number) => (number === null ? "" : number.toLocaleString("en"));

  // Light, dark or system theme.
  const THEMES = ["system", "light", "dark"];
  let theme = 0;
  const paint = (at) => {
    theme = at;
    document.documentElement.dataset.theme = THEMES[at];
    const button = $("[data-do=theme]");
    $("b", button).textContent = `Theme: ${THEMES[at]}`;
    try { localStorage.setItem("govern-theme", THEMES[at]); } catch { /* A page opened from disk may have no storage. */ }
  };
  let stored = null;
  try { stored = localStorage.getItem("govern-theme"); } catch { /* As above. */ }

  // Tables of the page are sorted by `data-by`, or by the text of their cells.
  const sortable = (table, sort) => {
    table.classList.add("labelled");
    $$("thead th", table).forEach((head, at) => {
      if (head.classList.contains("plain")) return;
      const button = make("button", { type: "button", textContent: head.textContent });
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const down = head.ariaSort ? head.ariaSort === "ascending" : head.classList.contains("number");
        $$("thead th", table).forEach((each) => { each.ariaSort = null; });
        head.ariaSort = down ? "descending" : "ascending";
        sort(at, down);
      });
    });
  };
  const compared = (left, right) => (typeof left === "number" && typeof right === "number" ? left - right : String(left).localeCompare(String(right)));
  const sorted = (items, by, down) => [...items].sort((left, right) => (down ? -1 : 1) * compared(by(left), by(right)));
  // A narrow window shows each cell of a row below the other, with the name of its column.
  const label = (row, names) => [...row.cells].forEach((cell, at) => { cell.dataset.label = names[at]; });
  $$("main table:not(.sides)").filter((table) => $("thead", table)).forEach((table) => {
    const names = $$("thead th", table).map((head) => (head.classList.contains("plain") ? "" : head.textContent));
    [...table.tBodies[0].rows].forEach((row) => label(row, names));
    sortable(table, (at, down) => {
      const by = (row) => ("by" in row.cells[at].dataset ? Number(row.cells[at].dataset.by) : row.cells[at].textContent);
      table.tBodies[0].append(...sorted(table.tBodies[0].rows, by, down));
    });
  });

  // Changes: filters, and moving from one to the next.
  const items = $$("details.item");
  const filters = $("#filters");
  // The counts of an item are those of the changes that are shown.
  const recount = (item) => {
    const shown = $$(".change:not([hidden])", item);
    for (const each of $$("summary .badge", item)) {
      const cls = ["breaking", "risky", "safe", "waits"].find((name) => each.classList.contains(name));
      const many = shown.filter((change) => change.classList.contains(cls === "waits" ? "waiting" : cls)).length;
      if (!cls) continue;
      each.hidden = !many;
      each.lastChild.data = each.lastChild.data.replace(/^[\d,]+/, count(many));
    }
  };
  const filter = () => {
    const wanted = new Set($$("input:checked", filters).map((box) => box.value));
    for (const item of items) {
      let left = 0;
      for (const change of $$(".change", item)) {
        const severity = ["breaking", "risky", "safe"].find((each) => change.classList.contains(each));
        change.hidden = !wanted.has(severity) || (wanted.has("waiting") && !change.classList.contains("waiting"));
        left += !change.hidden;
      }
      $$(".alike", item).forEach((each) => { each.hidden = !$(".change:not([hidden])", each); });
      item.hidden = !left;
      recount(item);
    }
  };
  const expand = () => {
    const open = items.some((item) => !item.hidden && !item.open);
    items.forEach((item) => { item.open = open; });
    $("[data-do=expand]").textContent = open ? "Close all" : "Open all";
  };
  const step = (by) => {
    const shown = items.filter((item) => !item.hidden);
    const at = shown.findIndex((item) => item.contains(document.activeElement));
    const next = shown[Math.min(Math.max(at + by, 0), shown.length - 1)];
    if (next) {
      $("summary", next).focus();
      next.scrollIntoView({ block: "nearest" });
    }
  };

  // Locked items: the list is built at once, the details of a server when one of its items is opened.
  const index = data("index");
  const FIELDS = ["server", "kind", "name", "tokens", "fields", "answer", "bounded", "risk", "changes", "at"];
  const entries = index.rows.map((row, number) => {
    const entry = Object.fromEntries(FIELDS.map((field, at) => [field, row[at]]));
    const server = index.servers[entry.server];
    const place = entry.kind === "server" ? server : `${server}/${entry.name}`;
    return { ...entry, number, of: entry.server, place, sought: place.toLowerCase() };
  });
  const details = new Map();
  const blocks = (entry) => {
    if (!details.has(entry.of)) details.set(entry.of, data(`server-${entry.of}`));
    return details.get(entry.of)[entry.at];
  };
  // A search includes texts, which are read when it begins.
  let read = false;
  const readAll = () => {
    if (read) return;
    read = true;
    for (const entry of entries) {
      const said = blocks(entry).filter((block) => block[0] === "text").map((block) => block[2]);
      entry.sought = [entry.place, ...said].join("\n").toLowerCase();
    }
  };
  const STEP = 100;
  const COLUMNS = [
    ["item", (entry) => entry.place],
    ["kind", (entry) => entry.kind],
    ["tokens", (entry) => entry.tokens ?? -1, true],
    ["fields", (entry) => entry.fields ?? -1, true],
    ["answer", (entry) => entry.answer ?? -1, true],
    ["risk", (entry) => RANKS.indexOf(entry.risk)],
    ["changes", (entry) => entry.changes.reduce((sum, [severity, many]) => sum + many * 1e5 ** HARMS.indexOf(severity), 0)],
  ];
  const choice = (label, names) =>
    make("select", { name: label, ariaLabel: label }, make("option", { value: "", textContent: label }), ...names.map((name) => make("option", { value: name, textContent: name })));
  const unique = (field) => [...new Set(entries.map((entry) => entry[field]).filter(Boolean))];
  const search = make("input", { type: "search", name: "search", placeholder: "Search names and texts ( / )", ariaLabel: "Search locked items" });
  const ofServer = make("select", { name: "server", ariaLabel: "Server" }, make("option", { value: "", textContent: "all servers" }), ...index.servers.map((name, at) => make("option", { value: at, textContent: name })));
  const ofKind = choice("all kinds", unique("kind"));
  const ofRisk = choice("all risks", RANKS.filter((risk) => unique("risk").includes(risk)));
  const changed = make("input", { type: "checkbox", name: "changed" });
  const told = make("output", {});
  const body = make("tbody");
  const more = make("button", { type: "button", className: "more" });
  let order = entries;
  let found = entries;
  let shown = STEP;
  const fragment = (block) => {
    const [form, heading, ...rest] = block;
    if (form === "text") {
      const exact = !["title", "description", "name", "instructions"].includes(heading);
      const text = theirs(rest[0], "pre", `theirs${exact ? " exact" : ""}`);
      Object.assign(text, { tabIndex: 0, role: "region", ariaLabel: heading });
      return make("div", {}, make("h3", { textContent: heading }), text);
    }
    const [columns, rows] = rest;
    const head = make("tr", {}, ...columns.map((name) => make("th", { scope: "col", textContent: name })));
    const lines = rows.map((row) => make("tr", {}, ...row.map((cell) => make("td", {}, theirs(cell)))));
    const table = make("table", { ariaLabel: heading }, make("thead", {}, head), make("tbody", {}, ...lines));
    return make("div", {}, make("h3", { textContent: heading }), make("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: `table of ${heading}` }, table));
  };
  const toggle = (entry, row) => {
    const button = $("button", row);
    const opened = button.ariaExpanded === "true";
    button.ariaExpanded = String(!opened);
    if (opened) row.nextElementSibling.remove();
    else row.after(make("tr", {}, make("td", { colSpan: COLUMNS.length }, make("div", { className: "detail" }, ...blocks(entry).map(fragment)))));
  };
  const rowOf = (entry) => {
    const button = make("button", { type: "button", ariaExpanded: "false" }, theirs(entry.place));
    const answer = entry.answer === null ? "?" : `${entry.bounded ? "≤" : "≥"} ${count(entry.answer)}`;
    const cell = (...children) => make("td", {}, ...children);
    const number = (said) => make("td", { className: "number", textContent: said });
    const row = make(
      "tr",
      { id: `i-${entry.number}` },
      make("th", { scope: "row" }, button),
      cell(entry.kind),
      number(count(entry.tokens)),
      number(count(entry.fields)),
      number(entry.risk ? answer : ""),
      cell(entry.risk ? badge(`risk-${entry.risk}`, SIGNS[entry.risk], entry.risk) : ""),
      cell(...entry.changes.flatMap(([severity, many]) => [badge(severity.toLowerCase(), SIGNS[severity], `${count(many)} ${severity}`), " "])),
    );
    label(row, COLUMNS.map(([name]) => name));
    button.addEventListener("click", () => toggle(entry, row));
    return row;
  };
  const draw = () => {
    body.replaceChildren(...found.slice(0, shown).map(rowOf));
    told.textContent = `${count(found.length)} of ${count(entries.length)}, ${count(Math.min(shown, found.length))} shown`;
    more.hidden = shown >= found.length;
    more.textContent = `Show ${count(Math.min(STEP, found.length - shown))} more`;
  };
  const look = () => {
    if (search.value) readAll();
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    found = order.filter(
      (entry) =>
        (ofServer.value === "" || entry.of === Number(ofServer.value)) &&
        (!ofKind.value || entry.kind === ofKind.value) &&
        (!ofRisk.value || entry.risk === ofRisk.value) &&
        (!changed.checked || entry.changes.length > 0) &&
        words.every((word) => entry.sought.includes(word)),
    );
    shown = STEP;
    draw();
  };
  const go = (id) => {
    const entry = /^i-\d+$/.test(id) ? entries[Number(id.slice(2))] : undefined;
    if (!entry) return;
    if (!document.getElementById(id)) {
      Object.assign(search, { value: "" });
      [ofServer, ofKind, ofRisk].forEach((each) => { each.value = ""; });
      changed.checked = false;
      look();
      shown = STEP * Math.ceil((found.indexOf(entry) + 1) / STEP);
      draw();
    }
    const row = document.getElementById(id);
    const button = $("button", row);
    if (button.ariaExpanded !== "true") toggle(entry, row);
    button.focus({ preventScroll: true });
  };
  const table = make(
    "table",
    {},
    make("caption", { textContent: "Locked items; open one for its texts, schema and digests" }),
    make("thead", {}, make("tr", {}, ...COLUMNS.map(([name, , number]) => make("th", { scope: "col", className: number ? "number" : "", textContent: name })))),
    body,
  );
  sortable(table, (at, down) => {
    order = sorted(entries, COLUMNS[at][1], down);
    look();
  });
  const form = make("div", { id: "search", role: "search" }, search, ofServer, ofKind, ofRisk, make("label", {}, changed, " changed only"), told);
  const frame = make("div", { className: "scroll", tabIndex: 0, role: "region", ariaLabel: "Locked items" }, table);
  $("#catalogue").append(form, frame, more);
  let soon = 0;
  search.addEventListener("input", () => { clearTimeout(soon); soon = setTimeout(look, 80); });
  [ofServer, ofKind, ofRisk, changed].forEach((each) => each.addEventListener("change", look));
  more.addEventListener("click", () => {
    const before = shown;
    shown += STEP;
    draw();
    $("button", body.rows[before]).focus();
  });
  draw();

  // Keys and clicks.
  const keys = $("#keys");
  const actions = {
    theme: () => paint((theme + 1) % THEMES.length),
    keys: () => (keys.open ? keys.close() : keys.showModal()),
    expand,
    search: () => { search.focus(); search.scrollIntoView({ block: "center" }); },
    next: () => step(1),
    previous: () => step(-1),
    toggle: () => document.activeElement.closest("details.item > summary")?.click(),
  };
  const KEYS = { "/": "search", "?": "keys", j: "next", k: "previous", o: "toggle", e: "expand", t: "theme" };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.closest("input:not([type=checkbox]), select");
    if (event.key === "Escape" && typing) typing.blur();
    if (typing || !Object.hasOwn(KEYS, event.key) || (keys.open && event.key !== "?")) return;
    event.preventDefault();
    actions[KEYS[event.key]]();
  });
  document.addEventListener("click", (event) => {
    const asked = event.target.closest("[data-do]");
    if (asked) actions[asked.dataset.do]();
    const cell = event.target.closest("[data-go]");
    if (cell) location.hash = cell.dataset.go;
    const link = event.target.closest("a[href^='#']");
    if (link && link.hash === location.hash) follow();
  });
  const follow = () => {
    const id = location.hash.slice(1);
    go(id);
    const target = document.getElementById(id);
    const within = target?.closest(".alike, details.item");
    for (const each of [within, within?.closest("details.item")]) if (each) each.open = true;
    if (target) reach(target);
  };
  // Changes get their height when they come into view, so the place of what is below is only known then.
  const reach = (target, was = NaN, steady = 0) => {
    target.scrollIntoView();
    const now = target.offsetTop;
    if (steady < 3) requestAnimationFrame(() => reach(target, now, now === was ? steady + 1 : 0));
  };
  addEventListener("hashchange", follow);
  filters?.addEventListener("change", filter);
  $$("[data-do]").concat(filters ?? []).forEach((each) => { each.hidden = false; });
  paint(Math.max(0, THEMES.indexOf(stored)));
  if (location.hash) follow();

  // Names in the map are cut to the width of their boxes, which depends on the window.
  const fit = () => {
    const labels = $$(".treemap text").map((label) => {
      const { name } = label.dataset;
      const room = label.ownerSVGElement.width.baseVal.value - 2 * label.x.baseVal[0].value;
      if (name) label.textContent = name;
      return [label, name, room, label.getComputedTextLength()];
    });
    for (const [label, name, room, wide] of labels) {
      let letters = Math.floor((name ?? "").length * (room / wide));
      while (name && wide > room && (letters < 4 ? label.textContent : label.getComputedTextLength() > room)) {
        letters -= 1;
        label.textContent = letters < 4 ? "" : `${name.slice(0, letters)}…`;
      }
      if (!name) label.classList.toggle("wide", wide > room || !label.previousElementSibling.textContent);
    }
  };
  fit();
  addEventListener("resize", fit);

  // Mark the section in view.
  const links = new Map($$("nav a").map((link) => [link.hash.slice(1), link]));
  const seen = new IntersectionObserver(
    (changes) => {
      for (const each of changes) {
        const link = links.get(each.target.id);
        if (each.isIntersecting) link.setAttribute("aria-current", "true");
        else link.removeAttribute("aria-current");
      }
    },
    { rootMargin: "-30% 0px -69% 0px" },
  );
  $$("main > section").forEach((each) => seen.observe(each));
  document.documentElement.dataset.ready = "yes";
})();
