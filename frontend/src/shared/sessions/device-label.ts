import type { SessionFacts } from '@thirty/contracts/accounts/sessions-api.ts'
import { t } from '../i18n/t.ts'

/** Returns how a person recognises a browser, such as "Firefox on Windows". */
export function deviceLabel({ browser, system }: Pick<SessionFacts, 'browser' | 'system'>): string {
  if (browser !== null && system !== null) return t('common.deviceOnSystem', { browser, system })
  return browser ?? system ?? t('devices.unknownDevice')
}
