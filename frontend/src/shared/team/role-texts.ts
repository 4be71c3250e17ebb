import type { AdminRole } from '@thirty/contracts/rules/admin-roles.ts'
import { rolesWith, type Permission } from '@thirty/contracts/rules/permissions.ts'
import { t } from './messages/t.ts'

export const roleLabels: Readonly<Record<AdminRole, string>> = {
  owner: t('owner'),
  organiser: t('organiser'),
  reviewer: t('reviewer'),
  viewer: t('viewer'),
}

/** What each role does, in one line. */
export const roleDescriptions: Readonly<Record<AdminRole, string>> = {
  owner: t('ownerText'),
  organiser: t('organiserText'),
  reviewer: t('reviewerText'),
  viewer: t('viewerText'),
}

/** Returns the role with a permission that has the fewest rights, for sentences that name all of them. */
export const lowestRole = (permission: Permission): string => rolesWith(permission).at(-1) ?? ''
