/**
 * Suppresses reports of a selection that collapses again at the same place, as a browser does. happy-dom reports each one at
 * once, and React Aria's date segment collapses at each report, which would fill the stack in every test that goes to a date.
 */
export function reportChangedSelections(): void {
  const collapse = Reflect.get(Selection.prototype, "collapse");
  if (collapse.name === "collapseElsewhere") return;
  Selection.prototype.collapse = function collapseElsewhere(node: Node | null, offset = 0) {
    const isThere = this.isCollapsed && this.anchorNode === node && this.anchorOffset === offset;
    if (node === null || !isThere) Reflect.apply(collapse, this, [node, offset]);
  };
}
