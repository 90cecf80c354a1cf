export function WorldPanel() {
  return null;
}
