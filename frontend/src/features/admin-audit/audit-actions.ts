import { auditActions } from '@thirty/contracts/audit/audit-actions.ts'

/**
 * Every action of the audit, in the order of the filter: its label, and the kind of its subject. The build and the specs replace this module
 * by one with the labels in the language of the page. It imports nothing, because importing the actions would bring the events and their
 * schemas into the browser.
 */
export const actions = auditActions
