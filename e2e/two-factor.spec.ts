import { codeAt } from '@thirty/command-api/testing/totp-code.ts'
import { expect } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import { createAdmin } from './support/api.ts'
import { emailOf, logIn } from './support/page-actions.ts'
import { test } from './support/product-fixtures.ts'

// Browsers have passkeys for a host name only.
test.use({ hostname: 'localhost' })

const ines = 'Ines Duarte'
const enterPassword = async (page: Page, name = ines) => {
  await page.goto('/admin/login')
  await logIn(page, emailOf(name))
}
const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/admin/login')
}
const openSecurity = (page: Page) => page.getByRole('link', { name: 'Security' }).click()

/** Sets up an authenticator app. Returns its secret and the recovery codes. */
async function setUpApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Set up an app' }).click()
  const dialog = page.getByRole('dialog', { name: 'Authenticator app' })
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = (await dialog.getByTestId('app-secret').innerText()).replaceAll(/\s/g, '')
  await dialog.getByLabel('Code from the app').fill('000000')
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  await expect(dialog.getByText('Wrong code')).toBeVisible()
  await dialog.getByLabel('Code from the app').fill(codeAt(secret, Date.now()))
  await page.keyboard.press('Enter')
  const list = page.getByRole('alertdialog', { name: 'Your recovery codes' })
  await expect(list.getByRole('listitem')).toHaveCount(10)
  const codes = await list.getByRole('listitem').allInnerTexts()
  await list.getByRole('button', { name: "I've saved them" }).click()
  return { secret, codes }
}

/** Gives the browser of a page an authenticator that verifies its user, such as a fingerprint reader. */
async function addAuthenticator(context: BrowserContext, page: Page): Promise<void> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

test('an admin logs in with a code, with a recovery code, and with a passkey', async ({
  product,
  openBrowser,
}) => {
  await createAdmin(product, ines)
  const { page, context } = await openBrowser(ines)
  await addAuthenticator(context, page)
  await enterPassword(page)
  await expect(page).toHaveURL('/admin/leaderboard')
  await openSecurity(page)
  const { secret, codes } = await setUpApp(page)
  await expect(page.getByText('10 codes left.')).toBeVisible()
  await logOut(page)

  await enterPassword(page)
  await expect(page.getByRole('heading', { name: 'Confirm your login' })).toBeVisible()
  await expect(page.getByLabel('Code')).toBeFocused()
  // The code that turned the app on is used up, and that of the next step is accepted.
  await page.keyboard.type(codeAt(secret, Date.now() + 30_000))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/leaderboard')

  await openSecurity(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name').fill('Laptop')
  await page.getByRole('button', { name: 'Continue' }).click()
  const passkey = page.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem')
  await expect(passkey).toContainText(/Laptop.*Not used yet/)
  await logOut(page)

  await enterPassword(page)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  await page.getByLabel('Recovery code').fill((codes[0] ?? '').toLowerCase())
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/leaderboard')
  await logOut(page)

  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page).toHaveURL('/admin/leaderboard')
  await openSecurity(page)
  await expect(passkey).toContainText(/Laptop.*Last used/)
  await expect(page.getByText('9 codes left.')).toBeVisible()
  await logOut(page)

  await enterPassword(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await expect(page).toHaveURL('/admin/leaderboard')
  await page.goto('/admin/audit')
  await expect(page.getByText('Ines Duarte used a recovery code')).toBeVisible()
  await expect(page.getByText('Ines Duarte added the passkey “Laptop”')).toBeVisible()
})

test('where owners need a second factor, one without can only set it up, at once @long', async ({
  product,
  openBrowser,
}) => {
  const first = await openBrowser(ines, { as: await createAdmin(product, ines) })
  const second = await openBrowser('Tom Keller', { as: await createAdmin(product, 'Tom Keller') })
  await first.page.goto('/admin/settings')
  const need = first.page.getByRole('switch', { name: /^Owners need two-factor sign-in/ })
  await need.click()
  await expect(first.page.getByText('Set up two-factor sign-in for yourself first.')).toBeVisible()
  await first.page.getByRole('link', { name: 'Your security settings' }).click()
  await setUpApp(first.page)

  await second.page.goto('/admin/users')
  await expect(second.page.getByRole('heading', { level: 1, name: /User/ })).toBeVisible()
  await first.page.goto('/admin/settings')
  await need.click()
  await expect(need).toBeChecked()
  const title = second.page.getByRole('heading', { level: 1, name: 'Set up two-factor sign-in' })
  await expect(title).toBeVisible()
  await second.page.goto('/admin/audit')
  await expect(title).toBeVisible()
  await setUpApp(second.page)
  await second.page.getByRole('button', { name: 'Open the admin area' }).click()
  await expect(second.page.getByText('Tom Keller added an authenticator app')).toBeVisible()

  // The last factor has to stay.
  await second.page.goto('/admin/security')
  await second.page.getByRole('button', { name: 'Remove' }).click()
  const question = second.page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(question.getByText(/Add another second factor before you remove this one/)).toBeVisible()
})

test('a page that demands the set-up opens the admin area when the requirement ends @long', async ({
  product,
  openBrowser,
}) => {
  const first = await openBrowser(ines, { as: await createAdmin(product, ines) })
  const second = await openBrowser('Tom Keller', { as: await createAdmin(product, 'Tom Keller') })
  await first.page.goto('/admin/security')
  await setUpApp(first.page)
  await first.page.goto('/admin/settings')
  const need = first.page.getByRole('switch', { name: /^Owners need two-factor sign-in/ })
  await need.click()
  await expect(need).toBeChecked()
  await second.page.goto('/admin/users')
  await expect(
    second.page.getByRole('heading', { level: 1, name: 'Set up two-factor sign-in' }),
  ).toBeVisible()
  await need.click()
  await expect(need).not.toBeChecked()
  await expect(second.page.getByRole('heading', { level: 1, name: /User/ })).toBeVisible()
})

test('the page is in German, and so are the sentences of the audit @long', async ({
  product,
  openBrowser,
}) => {
  const { page, context } = await openBrowser(ines, { as: await createAdmin(product, ines) })
  await context.addCookies([{ name: 'language', value: 'de', url: product.url }])
  await page.goto('/admin/security')
  await expect(page.getByRole('heading', { level: 1, name: 'Sicherheit' })).toBeVisible()
  await page.getByRole('button', { name: 'App einrichten' }).click()
  const secret = (await page.getByTestId('app-secret').innerText()).replaceAll(/\s/g, '')
  await page.getByLabel('Code aus der App').fill(codeAt(secret, Date.now()))
  await page.getByRole('button', { name: 'Einschalten' }).click()
  await page.getByRole('button', { name: 'Ich habe sie gespeichert' }).click()
  await expect(page.getByText('Es sind noch 10 Codes übrig.')).toBeVisible()
  await page.goto('/admin/audit')
  await expect(page.getByText('Ines Duarte hat eine Authenticator-App hinzugefügt')).toBeVisible()
})
