import type { TwoFactorResponse } from '@thirty/contracts/api/accounts/two-factor.ts'
import { hasSecondFactor } from '@thirty/contracts/rules/two-factor.ts'
import { useState } from 'react'
import { fetchTwoFactor, twoFactorKey } from '../../shared/confirmation/api.ts'
import { useLoadState } from '../../shared/http/use-load-state.ts'
import { Banner } from '../../shared/ui/feedback/banner.tsx'
import { SkeletonMenu } from '../../shared/ui/feedback/skeleton.tsx'
import { ErrorState } from '../../shared/ui/feedback/states.tsx'
import { AppCard } from './app-card.tsx'
import { CodesCard } from './codes-card.tsx'
import { CodesDialog } from './codes-dialog.tsx'
import { t } from './messages/t.ts'
import { PasskeysCard } from './passkeys-card.tsx'
import css from './security.module.css'

/** Loads the second factors of the user. */
export const useTwoFactor = () =>
  useLoadState({
    queryKey: twoFactorKey,
    queryFn: fetchTwoFactor,
    fallback: t('loadFailed'),
    resyncs: true,
  })

/** Returns whether the user has a second factor. */
export const isTwoFactorOn = ({ twoFactor }: TwoFactorResponse): boolean =>
  hasSecondFactor({ app: twoFactor.app !== null, passkeys: twoFactor.passkeys.map(({ id }) => id) })

/** The second factors of the user: app, passkeys and recovery codes. */
export const FactorCards = () => {
  const load = useTwoFactor()
  const [codes, setCodes] = useState<readonly string[]>()
  if (load.state === 'loading') return <SkeletonMenu count={3} label={t('loading')} />
  if (load.state === 'failed') return <ErrorState title={load.message} onRetry={load.retry} />
  const { twoFactor, required, arePasskeysOffered } = load.value
  return (
    <div className={css.cards}>
      {required && isTwoFactorOn(load.value) && <Banner kind="info">{t('required')}</Banner>}
      <AppCard app={twoFactor.app} onCodes={setCodes} />
      <PasskeysCard passkeys={twoFactor.passkeys} areOffered={arePasskeysOffered} onCodes={setCodes} />
      <CodesCard codes={twoFactor.recoveryCodes} onCodes={setCodes} />
      {codes && <CodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </div>
  )
}
