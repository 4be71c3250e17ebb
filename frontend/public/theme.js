// Runs before the first paint, as a file of its own because the content policy allows no inline script.
{
  let choice = 'system'
  try {
    choice = localStorage.getItem('thirty-theme') ?? 'system'
  } catch {
    // Storage can be closed to us (private windows); the system's theme is then the honest choice.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}
