export function InsidePanel() {
  return null;
}
