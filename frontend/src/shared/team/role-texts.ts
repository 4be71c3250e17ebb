// The roles of admins in words.

import type { AdminRole } from '@thirty/contracts/team/admin-roles.ts'
import { rolesWith, type Permission } from '@thirty/contracts/team/permissions.ts'
import { t } from '../i18n/t.ts'

export const roleLabels: Readonly<Record<AdminRole, string>> = {
  owner: t('team.owner'),
  organiser: t('team.organiser'),
  reviewer: t('team.reviewer'),
  viewer: t('team.viewer'),
}

/** What each role does, in one line. */
export const roleDescriptions: Readonly<Record<AdminRole, string>> = {
  owner: t('team.ownerText'),
  organiser: t('team.organiserText'),
  reviewer: t('team.reviewerText'),
  viewer: t('team.viewerText'),
}

/** Returns the role with a permission that has the fewest rights, for sentences that name all of them. */
export const lowestRole = (permission: Permission): string => rolesWith(permission).at(-1) ?? ''
