// Runs before the first paint. A separate file, because the content security policy does not allow inline scripts.
{
  /** @param {string} key */
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      // Storage can be blocked, such as in private windows.
      return null
    }
  }
  const choice = read('thirty-theme') ?? 'system'
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  const { dataset } = document.documentElement
  dataset.theme = dark ? 'dark' : 'light'
  // A prerendered page that this reader is redirected from must not flash.
  dataset.reader = read('token') ? 'participant' : read('adminToken') ? 'admin' : 'visitor'
}

// The main script sends the forms. One that is sent before it runs would put a password into the address.
addEventListener('submit', (event) => event.preventDefault())
