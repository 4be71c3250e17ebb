import { readFile } from 'node:fs/promises'
import { expect } from '@playwright/test'
import { createAdmin } from './support/api.ts'
import { test } from './support/product-fixtures.ts'

test('an admin saves the users as CSV, and another admin sees that live in the audit', async ({
  product,
  openBrowser,
}) => {
  const { page: audit } = await openBrowser('Samuel', { as: await createAdmin(product, 'Samuel Adeyemi') })
  await audit.goto('/admin/audit?kind=data')
  await expect(audit.getByText('No entry matches')).toBeVisible()
  const { page } = await openBrowser('Ines', { as: await createAdmin(product, 'Ines Duarte') })
  await page.goto('/admin/users')
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^thirty-users-\d{4}-\d\d-\d\d\.csv$/)
  expect(await readFile(await saved.path(), 'utf8')).toMatch(/"Samuel Adeyemi".*\r\n.*"Ines Duarte"/)
  await expect(audit.getByText('Ines Duarte exported data as CSV: Users')).toBeVisible()
})
