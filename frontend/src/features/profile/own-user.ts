import type { MeResponse, OwnUser } from '@thirty/contracts/api/accounts/accounts.ts'
import { queryClient } from '../../shared/http/query-client.ts'
import { useLoadState } from '../../shared/http/use-load-state.ts'
import { applyAccountTheme } from '../../shared/preferences/account-theme.ts'
import { useSession } from '../../shared/session/session.ts'
import { fetchMe } from './api.ts'
import { t } from './messages/t.ts'

const queryKey = ['me']

/** Loads the account of this session. */
export const useMe = () => useLoadState({ queryKey, queryFn: fetchMe, fallback: t('profileNotLoaded') })

/** Shows a saved change on this screen, in the top bar, and in other tabs; and the theme at once. */
export function showChange(change: Partial<OwnUser>): void {
  useSession.getState().changeUser(change)
  if (change.theme !== undefined) applyAccountTheme({ theme: change.theme })
  queryClient.setQueryData<MeResponse>(queryKey, (me) => me && { ...me, user: { ...me.user, ...change } })
}
