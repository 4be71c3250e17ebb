import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { createAdmin, createParticipant } from './support/api.ts'
import { emailsOf, linkIn } from './support/outbox.ts'
import { emailOf, fillFields, logIn } from './support/page-actions.ts'
import { test } from './support/product-fixtures.ts'

const maya = 'Maya Lindgren'
const ben = 'Ben Okafor'
const file = {
  name: 'team.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'Full name,Email,Username',
      `${maya},${emailOf(maya)},`,
      `${ben},${emailOf(ben)},`,
      'Zoë Ó Briain,zoe at example.org,zoe',
    ].join('\n'),
  ),
}

test('an admin imports participants, and a new one chooses a password with the mailed link and logs in', async ({
  product,
  openBrowser,
}) => {
  await createParticipant(product, ben)
  const { page: admin } = await openBrowser('Ines', { as: await createAdmin(product, 'Ines Duarte') })
  await admin.goto('/admin/users')
  await admin.getByRole('button', { name: 'Import participants' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Import participants' })
  await dialog.getByLabel('CSV file').setInputFiles(file)
  await expect(dialog.getByText('1 new account · 1 already exists · 1 error')).toBeVisible()
  await dialog.getByRole('button', { name: 'Import 1 participant' }).click()

  const rows = dialog.getByRole('list', { name: 'Rows' }).getByRole('listitem')
  await expect(rows).toContainText([
    /Row 4.*Zoë Ó Briain.*Email: Invalid email format.*Error/,
    /Row 2.*Maya Lindgren.*@maya_lindgren.*Created/,
    /Row 3.*Ben Okafor.*@ben_okafor.*Already exists/,
  ])
  const saving = admin.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Save as CSV' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toBe('participants-result.csv')
  expect(await readFile(await saved.path(), 'utf8')).toContain(
    '"4","Zoë Ó Briain","zoe at example.org","zoe","Error","Email: Invalid email format"',
  )
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(dialog).toBeHidden()
  const users = admin.getByRole('list', { name: 'Users' }).getByRole('listitem')
  await expect(users.filter({ hasText: maya })).toHaveCount(1)
  await expect(users.filter({ hasText: ben })).toHaveCount(1)

  const invitations = () => emailsOf(product, 'invitation')
  await expect.poll(invitations).toHaveLength(1)
  const [invitation] = await invitations()
  expect(invitation).toContain(`To: ${emailOf(maya)}`)
  const { page } = await openBrowser('Maya')
  await page.goto(linkIn(invitation, '/reset-password'))
  await fillFields(page, { Password: 'Another-sunny-day-8', 'Confirm password': 'Another-sunny-day-8' })
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('link', { name: 'Log in' }).click()
  await logIn(page, 'maya_lindgren', 'Another-sunny-day-8')
  await expect(page).toHaveURL('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: /Maya/ })).toBeVisible()
})
