import { auditActions } from '@thirty/contracts/audit/audit-actions.ts'

/**
 * Every action of the audit, in the order of the filter: its label, and the kind of its subject. The build and the specs replace this module
 * by one that has the labels in the language of the page and imports nothing: the actions stand with the events and their schemas.
 */
export const actions = auditActions
