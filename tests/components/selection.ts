/**
 * Makes a selection that is collapsed again at the same place report nothing, like a browser. happy-dom reports it at once, and React
 * Aria's date segment collapses at each report: until the stack was full, in every test that went to a date.
 */
export function reportChangedSelections(): void {
  const collapse = Reflect.get(Selection.prototype, "collapse");
  if (collapse.name === "collapseElsewhere") return;
  Selection.prototype.collapse = function collapseElsewhere(node: Node | null, offset = 0) {
    const isThere = this.isCollapsed && this.anchorNode === node && this.anchorOffset === offset;
    if (node === null || !isThere) Reflect.apply(collapse, this, [node, offset]);
  };
}
