import { unreachableAddress } from '@thirty/contracts/rules/text/web-address.ts'
import { TriangleAlert } from 'lucide-react'
import { t } from './messages/t.ts'
import css from './submit.module.css'

const texts = { local: t('linkLocal'), doubled: t('linkDoubled') }

/** Returns the hint of a link that nobody else can open; `undefined` for others. The link may be submitted nevertheless. */
export function linkWarning(address: string) {
  const problem = unreachableAddress(address.trim())
  if (problem === undefined) return undefined
  return (
    <span className={css.linkWarning}>
      <TriangleAlert aria-hidden="true" size={15} />
      {texts[problem]}
    </span>
  )
}
