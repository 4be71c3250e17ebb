import { auditActions } from '@thirty/contracts/audit/audit-actions.ts'

/**
 * Every action of the audit, in the order of the filter: its label, and the kind of its subject. Browsers never load this module, which
 * would bring the events and their schemas: the build and the specs replace it by one that imports nothing and has the labels in the
 * language of the page (`build/i18n/texts-plugin.ts`). A new action is in its event in `contracts`.
 */
export const actions = auditActions
