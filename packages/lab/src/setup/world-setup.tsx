export function WorldSetup() {
  return <section class="setup-part" />;
}
