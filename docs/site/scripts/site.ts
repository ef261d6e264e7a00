import { setUpCopying } from './copy.js';
import { setUpNavigation } from './navigation.js';
import { setUpSearch } from './search.js';

setUpNavigation();
setUpCopying();
setUpSearch();
