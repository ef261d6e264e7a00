import { createMock } from '../../../mocks/index.js';

/** What a page finds once this script is loaded. */
export interface MockInPage {
  readonly createMock: typeof createMock;
}

const inPage: MockInPage = { createMock };
Object.assign(globalThis, { costContractMock: inPage });
