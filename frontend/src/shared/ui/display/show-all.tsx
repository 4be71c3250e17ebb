// Shows the first items of a list, and all of them on request.

import { useState, type ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { t } from '../../i18n/t.ts'

type ShowAllProps<Item> = {
  items: readonly Item[]
  /** How many are shown at first. */
  first: number
  children: (shown: readonly Item[]) => ReactNode
}

export const ShowAll = <Item,>({ items, first, children }: ShowAllProps<Item>) => {
  const [isAll, setIsAll] = useState(false)
  return (
    <>
      {children(isAll ? items : items.slice(0, first))}
      {!isAll && items.length > first && (
        <div>
          <Button size="small" onClick={() => setIsAll(true)}>
            {t('common.showAll', { count: items.length })}
          </Button>
        </div>
      )}
    </>
  )
}
