import type { ReactNode } from 'react'
import { useKnownLayout } from './use-wide-layout.ts'
import css from './by-layout.module.css'

/** Shows the content of the current layout. A prerendered page has both, and its style sheet hides one. */
export const ByLayout = ({ wide, narrow }: { wide: ReactNode; narrow: ReactNode }) => {
  const isWide = useKnownLayout()
  return (
    <>
      {isWide !== false && wide !== null && <div className={css.wide}>{wide}</div>}
      {isWide !== true && narrow !== null && <div className={css.narrow}>{narrow}</div>}
    </>
  )
}
