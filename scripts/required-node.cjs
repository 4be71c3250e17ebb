// Loaded before anything else, by the commands of npm and by the scripts themselves: it says in one sentence that this Node is too old.
// Written so that any Node can read it, because an old one would stop at newer syntax first.
var minimum = 20
if (parseInt(process.versions.node, 10) < minimum) {
  console.error(
    'Thirty needs Node ' +
      minimum +
      ' or newer, and this is Node ' +
      process.versions.node +
      '. Install a newer one (https://nodejs.org), then try again.',
  )
  process.exit(1)
}
