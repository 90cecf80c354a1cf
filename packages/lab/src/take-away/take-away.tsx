export function TakeAway() {
  return null;
}
