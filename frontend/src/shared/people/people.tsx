import { createContext, useContext, type ReactNode } from 'react'
import { distinctNames, type Named, type NameOf } from './distinct-names.ts'

const PeopleContext = createContext<NameOf>(distinctNames([]))

/** Around a list of these people: inside, `useNameOf` tells those with one name apart. */
export const People = ({ of, children }: { of: readonly Named[]; children: ReactNode }) => (
  <PeopleContext value={distinctNames(of)}>{children}</PeopleContext>
)

/** Returns the function that names the people of the list around the component. */
export const useNameOf = (): NameOf => useContext(PeopleContext)

/** The name of a person of the list around it. */
export const PersonName = ({ person }: { person: Named }) => useNameOf()(person)
