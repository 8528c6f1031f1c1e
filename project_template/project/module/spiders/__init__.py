# Ordinary Python spiders may live here, beside the trees in ../../trees/.
