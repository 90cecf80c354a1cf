export function PolicySetup() {
  return <section class="setup-part" />;
}
