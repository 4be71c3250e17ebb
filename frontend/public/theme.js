// Runs before the first paint. A separate file, because the content security policy does not allow inline scripts.
{
  let choice = 'system'
  try {
    choice = localStorage.getItem('thirty-theme') ?? 'system'
  } catch {
    // Storage can be blocked, such as in private windows; then the theme of the system is used.
  }
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
}
