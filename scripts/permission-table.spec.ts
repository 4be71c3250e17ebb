import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { adminRoles } from '@thirty/contracts/team/admin-roles.ts'
import { hasPermission, permissionIds, permissions } from '@thirty/contracts/team/permissions.ts'
import { expect, test } from 'vitest'
import { root } from './child-process.mjs'

const page = readFileSync(join(root, 'docs/security.md'), 'utf8')

test('the table of permissions in docs/security.md is that of the code', () => {
  const header =
    '| Permission | Allows | Owner | Organiser | Reviewer | Viewer |\n|---|---|---|---|---|---|\n'
  const [, body = ''] = page.split(header)
  const [table = ''] = body.split('\n\n')
  expect(table.split('\n')).toEqual(
    permissionIds.map((permission) => {
      const cells = adminRoles.map((role) => (hasPermission(role, permission) ? 'yes' : 'no'))
      return `| \`${permission}\` | ${permissions[permission].allows} | ${cells.join(' | ')} |`
    }),
  )
})
