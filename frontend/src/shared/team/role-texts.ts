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

const sentences: Readonly<Record<string, string>> = {
  owner: t('ownersOnly'),
  'owner organiser': t('ownersAndOrganisersOnly'),
  'owner organiser reviewer': t('notForViewers'),
}

/** Returns a sentence that names the roles with a permission. */
export const neededRoles = (permission: Permission): string =>
  sentences[rolesWith(permission).join(' ')] ?? t('adminsOnly')
