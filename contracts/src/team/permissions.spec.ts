import { expect, test } from 'vitest'
import { adminRoles } from './admin-roles.ts'
import {
  describeRolesWith,
  hasAllPermissionsOf,
  hasPermission,
  permissionIds,
  permissionRefusal,
  permissions,
} from './permissions.ts'

/** `scripts/permission-table.spec.ts` repeats the whole policy. */
test.each(permissionIds)(
  'the roles of %s are in the order of all roles, without participants and visitors, who have none',
  (permission) => {
    const { roles, allows } = permissions[permission]
    expect([...adminRoles, null, undefined].filter((role) => hasPermission(role, permission))).toEqual(roles)
    expect(allows).toMatch(/^[A-Z].*[^.]$/)
  },
)

test('every set of roles in the table has words, and only that of all roles is called admins', () => {
  for (const permission of permissionIds) {
    const isForAll = permissions[permission].roles.length === adminRoles.length
    expect([permission, describeRolesWith(permission) === 'admins']).toEqual([permission, isForAll])
  }
})

test('every role has all permissions of the roles below it, and lacks one of each role above it', () => {
  for (const [above, role] of adminRoles.entries())
    for (const [below, other] of adminRoles.entries())
      expect([role, other, hasAllPermissionsOf(role, other)]).toEqual([role, other, above <= below])
})

test.each([
  ['view-admin-area', 'Admins only.'],
  ['review-projects', 'Only owners, organizers and reviewers can do this.'],
  ['run-challenge', 'Only owners and organizers can do this.'],
  ['manage-team', 'Only owners can do this.'],
] as const)('a refusal of %s names the roles that have the permission', (permission, who) => {
  expect(permissionRefusal(permission).message).toBe(`Access denied. ${who}`)
})
