import type { ProfileRequest } from '@thirty/contracts/api/accounts/profile.ts'

type ProfileEntry = readonly [username: string, bio: string, location: string, website: string]
const entries: readonly ProfileEntry[] = [
  ['maya_lindgren', 'Builds small tools and learns something with each of them.', 'Malmö, Sweden', 'maya'],
  ['kenji_watanabe', 'Backend by day, canvas animations by night.', 'Osaka, Japan', 'kenji'],
  ['amara_okafor', 'Typed everything. Ask me about state machines.', 'Lagos, Nigeria', 'amara'],
  ['rafael_souza', 'Designer who ships. Coffee first.', 'São Paulo, Brazil', ''],
  ['leila_haddad', 'Second challenge. This time without frameworks.', 'Beirut, Lebanon', 'leila'],
  ['meiling_chen', 'Data visualisation and maps.', 'Taipei, Taiwan', 'meiling'],
  ['sofia_marchetti', 'Front end, accessibility first.', 'Bologna, Italy', ''],
  ['zanele_dube', 'Teaches maths, codes every evening.', 'Durban, South Africa', ''],
  ['chloe_bernard', '', 'Lyon, France', ''],
  ['priya_raman', 'From spreadsheets to scripts in thirty days.', 'Chennai, India', 'priya'],
]

/** The profiles of some participants of the demo by username, all of it shown to everybody. */
export const demoProfiles: ReadonlyMap<string, ProfileRequest> = new Map(
  entries.map(([username, bio, location, site]) => [
    username,
    {
      bio,
      location,
      // A domain that cannot exist (RFC 2606).
      website: site === '' ? '' : `https://${site}.demo.example/`,
      publicFields: ['bio', 'location', 'website'],
    },
  ]),
)
